/* Draws the rolls and the entries. Whatever comes from the log is put in as text, never as HTML. */

function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

/* A text of the log, kept apart from the words around it even if it is written from right to left. */
function foreign(text, tag = "bdi") {
  return element(tag, tag === "bdi" ? {} : { dir: "auto" }, printable(String(text)));
}

const STATES = {
  checked: ["✓", "rolled again: the same"],
  wrong: ["✗", "does not hold"],
  unchecked: ["–", "not checked"],
};

function drawCommits(found) {
  const boxes = found.commits.map((commit) => {
    const title = element(
      "h3",
      {},
      `Lock ${commit.number}`,
      " ",
      element("span", { class: "phase" }, foreign(commit.phase || "the end")),
    );
    const details = [
      commit.checked ? `entries ${commit.seq} to ${commit.end}` : `from entry ${commit.seq} on`,
      commit.at.replace("T", " ").replace(/:..Z$/, " UTC"),
    ];
    const box = element("section", { class: "commit" }, title, element("p", { class: "quiet" }, details.join(" · ")));
    const orders = commit.ran.map(drawOrders);
    if (orders.length) box.append(element("ul", { class: "orders" }, ...orders));
    if (commit.beacon) box.append(drawBeacon(commit));
    if (commit.rolls.length)
      box.append(element("ul", { class: "rolls" }, ...commit.rolls.map((roll) => drawRoll(roll, found))));
    else box.append(element("p", { class: "quiet" }, commit.gaps ? "No roll is shown." : "No dice were rolled."));
    return box;
  });
  if (found.rest.length) boxes.push(drawRest(found));
  return boxes;
}

function drawRest(found) {
  const box = element("section", { class: "commit" }, element("h3", {}, "After that"));
  box.append(
    element("p", { class: "quiet" }, "These rolls come after the first thing that does not hold, and are not checked."),
  );
  box.append(element("ul", { class: "rolls" }, ...found.rest.map((roll) => drawRoll(roll, found))));
  return box;
}

function drawOrders({ side, hidden, body }) {
  const line = element("li", {}, foreign(side, "b"), ": ");
  if (hidden) line.append("still secret");
  else if (!body.get("lines").length) line.append("no orders");
  else
    line.append(
      foreign(
        body
          .get("lines")
          .map(([, text]) => text)
          .join("; "),
      ),
    );
  return line;
}

function drawBeacon({ beacon, drawn, signature }) {
  const line = element(
    "p",
    { class: "beacon" },
    `Public beacon: round ${beacon.get("round")} of `,
    foreign(beacon.get("chain")),
  );
  if (!drawn) line.append(", not out yet.");
  else if (!signature) line.append(", which was silent: these dice fell without it.");
  else {
    line.append(". Its signature is checked by ", element("code", {}, "fieldpost verify"), ", not here.");
    if (beacon.get("chain") === QUICKNET.name) line.append(...relayLinks(beacon.get("round"), signature));
  }
  return line;
}

/* Relays of the public beacon that show a round to anybody. The page asks them nothing: a press opens them. */
const QUICKNET = {
  name: "quicknet",
  hash: "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971",
  relays: ["api.drand.sh", "drand.cloudflare.com"],
};

function relayLinks(round, signature) {
  const links = QUICKNET.relays.flatMap((relay, nth) => [
    nth ? " or " : "",
    element(
      "a",
      { href: `https://${relay}/${QUICKNET.hash}/public/${round}`, target: "_blank", rel: "noopener noreferrer" },
      relay,
    ),
  ]);
  return [" Compare with ", ...links, ": it must give the signature ", element("code", {}, signature), "."];
}

function drawRoll(roll, found) {
  const { event, state, seq } = roll;
  const [mark, words] = STATES[state];
  const label = element("p", { class: "why" }, foreign(event.get("why")));
  const said = element(
    "span",
    { class: "state", title: words },
    element("span", { "aria-hidden": "true" }, mark),
    hiddenWords(` (${words})`),
  );
  const line = element(
    "li",
    { class: `roll ${state}` },
    element("div", { class: "rollhead" }, label, said),
    drawFaces(event),
  );
  const times = event.get("nth") > 1 ? `, roll ${event.get("nth")} of this name` : "";
  line.append(
    element("p", { class: "quiet" }, `${event.get("faces").length}d${event.get("sides")}${times} · entry ${seq}`),
  );
  if (state === "wrong") line.append(drawWrong(roll, found));
  return line;
}

function hiddenWords(words) {
  return element("span", { class: "hidden" }, words);
}

const SHOWN_FACES = 200;

/* The dice, what is added, the total or the count of successes, and what was needed. */
function drawFaces(event) {
  const faces = event.get("faces");
  const shown = faces.slice(0, SHOWN_FACES).map((face) => element("span", { class: "die" }, String(face)));
  const line = element(
    "p",
    { class: "sum" },
    hiddenWords("dice "),
    element("span", { class: "dice" }, ...shown.flatMap((die) => [die, " "])),
  );
  if (faces.length > SHOWN_FACES) line.append(`and ${faces.length - SHOWN_FACES} more `);
  for (const [name, number] of event.get("mods") ?? [])
    line.append(`${number < 0 ? "−" : "+"}${String(number).replace("-", "")} `, foreign(name), " ");
  line.append(element("b", { class: "total" }, outcomeOf(event)));
  const result = event.get("result");
  if (result) line.append(" · ", foreign(result));
  return line;
}

function outcomeOf(event) {
  const [faces, mods, need, most] = [
    event.get("faces"),
    event.get("mods") ?? [],
    event.get("need") ?? null,
    event.get("most"),
  ];
  const added = mods.reduce((sum, [, number]) => sum + BigInt(number), 0n);
  const values = faces.map((face) => BigInt(face) + added);
  if (event.has("most"))
    return `= ${values.filter((value) => value <= BigInt(most)).length} of ${faces.length} at ${most} or less`;
  if (event.has("successes") && need !== null)
    return `= ${values.filter((value) => value >= BigInt(need)).length} of ${faces.length} at ${need} or more`;
  const total = faces.length + mods.length > 1 ? `= ${faces.reduce((sum, face) => sum + BigInt(face), added)}` : "";
  return `${total}${total && need !== null ? ", " : ""}${need === null ? "" : `needs ${need} or more`}`;
}

function drawWrong(roll, found) {
  const says = element(
    "p",
    { class: "wrongwords", tabindex: "-1", id: "fault" },
    foreign(`Entry ${roll.seq}: ${found.fault}`, "span"),
  );
  if (roll.should) says.append(` The lock and the secret give ${roll.should.slice(0, SHOWN_FACES).join(", ")}.`);
  return says;
}

/* Every entry in one line; the one that does not hold in red. */
function drawEntries(found) {
  const rows = found.entries.map((entry) => drawEntry(entry, found));
  const read = found.entries.length;
  if (found.fault && found.entry > read) rows.push(drawEntry({ seq: found.entry, kind: "?", side: "", at: "" }, found));
  return rows;
}

function drawEntry(entry, found) {
  const wrong = found.fault !== "" && entry.seq === found.entry;
  const unsigned = entry.kind === "drawn" ? "signature not checked here" : "";
  const state = wrong ? "does not hold" : entry.hidden ? "still secret" : unsigned;
  const cells = [foreign(entry.kind), foreign(entry.side), state, entry.at.replace("T", " ").replace("Z", "")];
  const row = element(
    "tr",
    wrong ? { class: "wrong", tabindex: "-1" } : {},
    element("th", { scope: "row" }, String(entry.seq)),
  );
  row.append(...cells.map((cell) => element("td", {}, cell)));
  return row;
}
