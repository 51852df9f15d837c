/* The page: takes a log from itself or from a file, shows the verdict, and compares pasted posts. */

const LARGEST = 64_000_000;
const at = (id) => document.getElementById(id);
let latest = 0; // the log that was chosen last
let shown = null;

async function showLog(bytes, name) {
  const number = ++latest;
  shown = null;
  say("checking", [`Checking ${printable(name)} ...`]);
  at("details").hidden = true;
  try {
    if (!globalThis.crypto?.subtle) throw new Error(NO_CRYPTO);
    if (bytes.length > LARGEST)
      throw new Error(
        `It has ${counted(bytes.length, "byte")}, and the limit for a game's log is ${counted(LARGEST, "byte")}.`,
      );
    const found = await checkLog(bytes);
    if (number !== latest) return;
    shown = found;
    showVerdict(found, name);
    showDetails(found);
    showPosts();
  } catch (trouble) {
    if (number === latest) say("failed", [`${printable(name)} could not be checked. ${trouble.message}`]);
  }
}

function say(state, children) {
  at("verdict").className = state;
  at("verdict").replaceChildren(
    ...children.map((child) => (typeof child === "string" ? element("p", {}, child) : child)),
  );
}

const CLASSES = { [PROVED]: "proved", [SO_FAR]: "sofar", [NOT_PROVED]: "notproved", [NOT_CHECKED]: "sofar" };

function showVerdict(found, name) {
  const words = [element("p", { class: "big" }, `Dice and chain: ${found.verdict}`)];
  const where = found.entry ? `Entry ${found.entry}: ` : "";
  if (found.fault) words.push(element("p", {}, foreign(where + found.fault, "span")));
  words.push(notChecked("Rules", "runs the orders again"));
  if (found.commits.some((commit) => commit.beacon)) words.push(notChecked("Public beacon", "checks its rounds"));
  const file = name ? printable(name) : "the log in this page";
  words.push(element("p", { class: "quiet" }, foreign(found.game || name), ` · ${file}`));
  say(CLASSES[found.verdict], words);
  document.title = `${found.game ? printable(found.game) : "Log"}: dice and chain ${found.verdict}`;
}

function notChecked(what, does) {
  const command = element("code", {}, "fieldpost verify");
  return element("p", {}, element("b", {}, `${what}: not checked here.`), " ", command, ` ${does}.`);
}

function showDetails(found) {
  fill(
    "checked",
    found.checked.map((words) => element("li", {}, words)),
  );
  fill(
    "limits",
    found.limits.map((words) => element("li", {}, words)),
  );
  at("checkedbox").hidden = !found.checked.length;
  at("limitsbox").hidden = !found.limits.length;
  at("head").textContent = found.head ? `Last link: ${found.head} · as posts have it: ${headOf(found.head)}` : "";
  const rolls = found.commits.reduce((sum, commit) => sum + commit.rolls.length, found.rest.length);
  at("rollcount").textContent = rolls ? counted(rolls, "roll") : "No roll could be read.";
  fill("commits", drawCommits(found));
  fill("rows", drawEntries(found));
  const wrong = document.querySelector(".wrongwords") ?? document.querySelector("tr.wrong");
  at("tofault").hidden = !wrong;
  at("tofault").textContent = `Show entry ${found.entry}`;
  at("tofault").onclick = () => {
    wrong.closest("details")?.setAttribute("open", "");
    wrong.focus();
    wrong.scrollIntoView({ block: "center" });
  };
  at("details").hidden = false;
}

function fill(id, children) {
  at(id).replaceChildren(...children);
}

function showPosts() {
  const text = at("posts").value;
  const result = at("compared");
  result.className = "";
  if (!text.trim()) result.textContent = "";
  else if (!shown || !shown.entries.length) result.textContent = "Choose a log first.";
  else
    writeComparison(
      result,
      comparePosts(
        shown.game,
        shown.entries.map((entry) => entry.link),
        text,
      ),
    );
}

function writeComparison(result, { same, other, fault, entry }) {
  const others = other.length ? ` Other games are named, too: ${printable(other.join(", "))}.` : "";
  if (fault) {
    result.className = "differs";
    const meaning = "The log is not the one that was posted, or has been changed since.";
    result.textContent = `Entry ${entry} differs. ${fault} ${meaning}${others}`;
  } else if (same.length) {
    result.className = "agrees";
    const meaning = "up to there it is what was posted.";
    result.textContent = `The posts agree with this log at ${entryList(same)}: ${meaning}${others}`;
  } else {
    const game = printable(shown.game);
    const like = `It looks like “${game} log entry 15: ” and 26 letters and digits.`;
    result.textContent = `No head of ${game} was found. ${like}${others}`;
  }
}

async function openFile(file) {
  if (file) await showLog(new Uint8Array(await file.arrayBuffer()), file.name);
}

function start() {
  at("file").addEventListener("change", (event) => openFile(event.target.files[0]));
  at("posts").addEventListener("input", showPosts);
  document.addEventListener("dragover", (event) => {
    event.preventDefault();
    document.body.classList.add("dragging");
  });
  for (const end of ["dragleave", "drop"])
    document.addEventListener(end, () => document.body.classList.remove("dragging"));
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    openFile(event.dataTransfer.files[0]);
  });
  const embedded = JSON.parse(at("log").textContent);
  if (embedded) showLog(utf8.encode(embedded.log), embedded.name);
}

start();
