/** The release whose page this is, and what happens when the server has a newer one. */

import { toast } from "./ui.js";
import { t } from "./words.js";

const HEADER = "enpitsu-release";
const own = document.documentElement.dataset.release;
let known = own; // the newest that was heard of

// The service worker has another release ready: this page goes on with the files of its own.
navigator.serviceWorker?.addEventListener("message", ({ data }) => data?.release && data.release !== own && tell());

/** Have the service worker keep all files of the release, for when the server is away. */
export const keepRelease = () => navigator.serviceWorker.register("/sw.js", { updateViaCache: "none" }).catch(() => {});

/** An answer of the server says which release it has. @param {Response} answer */
export function compareRelease(answer) {
  const told = answer.headers.get(HEADER);
  if (!told || told === known || answer.headers.get("x-from-cache") !== null) return;
  known = told;
  if (told !== own) fetchNew();
}

/** Have the new release brought first, all of it; where nothing brings it, it is told at once. */
async function fetchNew() {
  const registration = await navigator.serviceWorker?.getRegistration().catch(() => null);
  const found = registration?.active ? await registration.update().catch(() => null) : null;
  const worker = found?.installing ?? found?.waiting;
  if (!worker) return tell();
  // A worker that fails is redundant: then the server has what the page needs when it is loaded anew.
  worker.addEventListener("statechange", () => ["activated", "redundant"].includes(worker.state) && tell());
}

function tell() {
  toast(t("app.new-version"), { stays: true, action: { text: t("app.reload"), onClick: () => location.reload() } });
}

/** True if the server no longer has the files of this release. */
export async function isReleaseGone() {
  const answer = await fetch(import.meta.url, { method: "HEAD", cache: "no-store" }).catch(() => null);
  return answer?.status === 404;
}
