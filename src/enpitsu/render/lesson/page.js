(() => {
  const film = JSON.parse(document.getElementById("film")?.textContent ?? "");
  // The page is written with this script: what it asks for is there.
  const find = (/** @type {string} */ selector) => /** @type {any} */ (document.querySelector(selector));
  const items = [...document.querySelectorAll(".list li")];
  const last = items.length;
  const CELL = 40,
    MOST_PRINTED = 250000;
  let at = 0,
    part = 0;

  // --- pictures -------------------------------------------------------------------------------

  const frames = [];

  /** The pieces of a drawing: those of the one before, with the changes made. */
  function frame(number) {
    while (frames.length <= number) {
      const pieces = frames.length ? frames[frames.length - 1].slice() : [];
      for (const [where, gone, ...come] of film.frames[frames.length].slice().reverse())
        pieces.splice(where, gone, ...come);
      frames.push(pieces);
    }
    return frames[number];
  }

  const plain = (text) => text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);

  /** A drawing: what follows in one style is one path. */
  function drawn(number, title) {
    let svg = `<svg class="board" viewBox="${film.box}" role="img" aria-label="${plain(title)}">`;
    let style = -1,
      path = "";
    const end = () => {
      if (path) svg += `<path class="${film.styles[style]}" d="${path}"/>`;
      path = "";
    };
    for (const piece of frame(number)) {
      const [its, data, label] = film.pieces[piece];
      if (its !== style || label !== undefined) end();
      style = its;
      if (label === undefined) path += data;
      else {
        const [x, y, size] = data.split(" ");
        svg += `<text class="${film.styles[its]}" x="${x}" y="${y}" font-size="${size}">${plain(label)}</text>`;
      }
    }
    end();
    return `${svg}</svg>`;
  }

  // The start is drawing 0; a step has one before it, one of each sub-step that supposes something,
  // and one after it; the end is the last.
  const before = (step) => film.steps[step - 1],
    after = (step) => (film.steps[step] ?? film.frames.length - 1) - 1,
    played = (step) => after(step) - before(step) - 1;

  // --- one step on stage ----------------------------------------------------------------------

  const boards = find(".boards"),
    slider = find(".moves input");
  const [back, next] = [find(".back"), find(".next")];
  const rule = find(".rule");
  /** @type {NodeListOf<HTMLElement>} */
  const tabs = document.querySelectorAll(".tabs button");

  function show(step) {
    at = Math.max(0, Math.min(last + 1, step));
    const item = items[at - 1];
    for (const each of items) each.toggleAttribute("aria-current", each === item);
    if (item) item.setAttribute("aria-current", "step");
    tell(item);
    boards.classList.toggle("single", !item);
    find(".legend").style.visibility = item ? "" : "hidden";
    find(".supposed-key").hidden = !item || !played(at);
    parts.hidden = !item || !played(at);
    if (!parts.hidden) showPart(1);
    else {
      draw(".before", item ? before(at) : 0, "before this step");
      draw(".after", item ? after(at) : at ? film.frames.length - 1 : 0, item ? "after this step" : "the board");
    }
    slider.value = at;
    slider.setAttribute("aria-valuetext", find(".count").textContent);
    back.disabled = at === 0;
    next.disabled = at === last + 1;
    if (item) reveal(item);
    history.replaceState(null, "", item ? `#${at}` : location.pathname + location.search);
  }

  // --- a contradiction, sentence by sentence -----------------------------------------------------

  const parts = find(".parts");
  const [partBack, partNext] = [find(".part-back"), find(".part-next")];

  /** Tell one sentence, with what is supposed on the board; after the last of those, the step is shown. */
  function showPart(wanted) {
    const item = /** @type {any} */ (items[at - 1]);
    const sentences = item.querySelectorAll(".text p:not(.aside)");
    part = Math.max(1, Math.min(sentences.length, wanted));
    find(".reason").innerHTML = sentences[part - 1].outerHTML;
    find(".parts .length").textContent = item.querySelector(".length").textContent;
    find(".part").textContent = `${part} of ${sentences.length}`;
    // Never disabled: a button that goes dead under the focus would lose the keys.
    partBack.setAttribute("aria-disabled", String(part === 1));
    partNext.setAttribute("aria-disabled", String(part === sentences.length));
    const isSupposed = part <= played(at);
    boards.classList.toggle("single", isSupposed);
    draw(".before", before(at), "before this step");
    draw(".after", isSupposed ? before(at) + part : after(at), isSupposed ? "what is supposed" : "after this step");
  }

  partBack.addEventListener("click", () => showPart(part - 1));
  partNext.addEventListener("click", () => showPart(part + 1));

  function draw(side, number, title) {
    find(`.boards ${side} .picture`).innerHTML = drawn(number, title);
  }

  function tell(item) {
    const name = item?.querySelector(".name");
    find(".where").innerHTML = item
      ? `<span class="count">Step ${at} of ${last}</span> · <span class="title">${name.innerHTML}</span>`
      : `<span class="count">${at ? "The end" : "The puzzle"}</span>`;
    find(".reason").innerHTML = item
      ? item.querySelector(".text").innerHTML
      : at
        ? "<p>Nothing more follows: this is the end of the way.</p>"
        : `<p>${last} step${last === 1 ? "" : "s"} lead to the end. Go on with <b>Next</b> or the arrow keys.</p>`;
    const technique = item && document.getElementById(`technique-${name.dataset.technique}`);
    rule.hidden = !technique;
    if (technique) {
      rule.querySelector("summary").textContent = `What “${name.textContent}” means`;
      rule.querySelector("p").innerHTML = technique.querySelector("p").innerHTML;
    }
  }

  /** Scroll the list, and only the list, to a step. */
  function reveal(item) {
    const list = item.parentElement,
      top = item.offsetTop - list.offsetTop;
    if (top < list.scrollTop || top + item.offsetHeight > list.scrollTop + list.clientHeight)
      list.scrollTop = top - list.clientHeight / 3;
  }

  // --- hands ----------------------------------------------------------------------------------

  back.addEventListener("click", () => show(at - 1));
  next.addEventListener("click", () => show(at + 1));
  slider.max = last + 1;
  slider.addEventListener("input", () => show(Number(slider.value)));
  for (const tab of tabs) tab.addEventListener("click", () => choose(tab.dataset.show));
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target === slider) return;
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last + 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    show(to);
  });
  find(".list").addEventListener("click", (event) => {
    const head = event.target.closest(".head");
    if (!head) return;
    event.preventDefault();
    show(items.indexOf(head.parentElement) + 1);
    if (innerWidth < 1000) find(".stage").scrollIntoView();
  });

  function choose(side) {
    boards.dataset.show = side;
    for (const tab of tabs) tab.setAttribute("aria-pressed", String(tab.dataset.show === side));
  }

  // A cell that the sentence names is shown on the board.
  find(".reason").addEventListener("pointerover", (event) => point(event.target.closest("b")));
  find(".reason").addEventListener("pointerout", () => point(null));

  function point(word) {
    for (const old of document.querySelectorAll(".finger")) old.remove();
    const places = word && [...word.textContent.matchAll(/r(\d+)c(\d+)/g)];
    for (const [, row, col] of places || [])
      for (const board of boards.querySelectorAll("svg"))
        board.insertAdjacentHTML(
          "beforeend",
          `<rect class="finger" x="${(col - 1) * CELL}" y="${(row - 1) * CELL}" width="${CELL}" height="${CELL}" rx="4"/>`,
        );
  }

  // --- paper: every step with its pictures, unless that is too much for a printer ------------------

  addEventListener("beforeprint", () => {
    if (document.querySelector(".shots") || last * frame(0).length > MOST_PRINTED) return;
    items.forEach((item, index) => {
      const shots = [before(index + 1), after(index + 1)].map(
        (number, side) => `<figure><figcaption>${side ? "After" : "Before"}</figcaption>${drawn(number, "")}</figure>`,
      );
      item.insertAdjacentHTML("beforeend", `<div class="shots">${shots.join("")}</div>`);
    });
  });
  addEventListener("afterprint", () => {
    for (const each of document.querySelectorAll(".shots")) each.remove();
  });

  const narrow = matchMedia("(max-width: 640px)"),
    isWide = boards.classList.contains("tabbed");
  const arrange = () => boards.classList.toggle("tabbed", isWide || narrow.matches);
  narrow.addEventListener("change", arrange);
  arrange();
  // "#60" and "#step-60" mean the same; to the latter, a link of the list, browsers scroll.
  function showAddress() {
    const isLink = location.hash.startsWith("#step-");
    show(Number(location.hash.replace(/^#(step-)?/, "")) || 0);
    if (isLink) setTimeout(() => find(".stage").scrollIntoView({ behavior: "instant" }));
  }
  addEventListener("hashchange", showAddress);
  document.documentElement.classList.add("js");
  find(".stage").hidden = false;
  choose("after");
  showAddress();
})();
