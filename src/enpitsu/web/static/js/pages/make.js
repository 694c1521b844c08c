/** Making puzzles: the form, and what comes of it. */

import { fill, h, icon } from "../dom.js";
import { Form } from "../library/form.js";
import { MadeList } from "../library/made_list.js";
import * as makings from "../library/making_jobs.js";
import { listen } from "../library/opening.js";
import { told } from "../puzzle/problem_words.js";
import { followTheme, knowKinds } from "../puzzle/puzzles.js";
import { failed, toast } from "../ui.js";
import { t } from "../words.js";

/** @param {HTMLElement} main */
export default async function makePage(main) {
  const kinds = await knowKinds();
  const made = new MadeList();
  const form = new Form(
    kinds.filter(({ makers }) => makers.length),
    () => order(form, made).catch(refused),
  );
  fill(
    main,
    h(
      "div",
      { class: "page-head" },
      h("h1", {}, t("make.title")),
      h("p", { class: "quiet make-intro" }, t("make.intro")),
      h("a", { class: "button", href: "/picture" }, icon("image"), t("picture.title")),
    ),
    h("div", { class: "make-page" }, form.node, made.node),
  );
  document.body.classList.add("is-making");
  const endings = [
    listen(kinds),
    followTheme(main),
    () => made.leave(),
    () => document.body.classList.remove("is-making"),
  ];
  return {
    title: t("make.title"),
    leave: () => {
      for (const end of endings) end();
    },
  };
}

/** A request that the server refuses. */
const refused = (error) => (error?.code ? toast(told("make", error), { bad: true }) : failed(error));

async function order(form, made) {
  const orders = form.orders();
  if (!orders) return;
  for (const each of orders) {
    if (!makings.hasRoom()) return void toast(t("make.busy"), { bad: true });
    const starting = makings.start(each);
    // On a phone the list stands below the form.
    made.list.firstElementChild?.scrollIntoView({ block: "nearest" });
    await starting;
  }
}
