import { askJSON, byId, make } from "./shared.js";
import { resetKnobs, settings, showKnobs } from "./knobs.js";
import { showResult } from "./result.js";
import { follow } from "./stream.js";

const maxFile = 4 << 20; // bytes of an experiment
let chosen = null; // { name, yaml }
let choices = 0; // made so far; an answer to an older one comes too late
let stop = null; // of the run that goes on

const fail = e => {
  byId("error").textContent = e ? e.message : "";
  byId("error").hidden = !e;
};

const say = text => { byId("status").textContent = text; };

// choose shows an experiment and its knobs.
const choose = async choice => {
  const mine = ++choices;
  fail();
  chosen = null;
  byId("run").disabled = true;
  try {
    const d = await askJSON("api/knobs", choice);
    if (mine !== choices) return;
    chosen = choice;
    byId("title").textContent = d.title || choice.name;
    byId("summary").textContent = d.summary;
    byId("description").textContent = d.description;
    byId("about").hidden = !d.description;
    byId("more").value = "";
    showKnobs(d.knobs);
    byId("run").disabled = !!stop;
  } catch (e) {
    if (mine !== choices) return;
    ["title", "summary", "description"].forEach(id => { byId(id).textContent = ""; });
    byId("about").hidden = true;
    showKnobs([]);
    fail(e);
  }
};

const chooseFile = async file => {
  if (file.size > maxFile) {
    fail(new Error(`${file.name} has over ${maxFile >> 20} MiB; put long lists of jobs into a trace`));
    return;
  }
  byId("builtin").value = "";
  await choose({ name: file.name, yaml: await file.text() });
};

const words = {
  queued: () => "Waits for its turn.",
  started: d => `Runs: ${d.summary}`,
  writing: () => "Writes the report.",
  progress: d => `${d.jobs.toLocaleString("en")} of ${d.all_jobs.toLocaleString("en")} jobs ended, ${d.runs} of ${d.all_runs} runs.`,
};

const follows = e => {
  if (words[e.name]) say(words[e.name](e.data));
  switch (e.name) {
    case "progress":
      byId("progress").value = e.data.all_jobs ? e.data.jobs / e.data.all_jobs : 0;
      break;
    case "failed":
      throw new Error(e.data.error);
  }
};

const begin = async () => {
  fail();
  const abort = new AbortController();
  stop = () => abort.abort();
  byId("run").disabled = true;
  byId("cancel").disabled = false;
  byId("progress").hidden = false;
  byId("progress").value = 0;
  say("");
  let result = null;
  try {
    await follow({ ...chosen, set: settings() }, abort.signal, e => {
      if (e.name === "done") result = e.data;
      else follows(e);
    });
    if (!result) throw new Error("The connection was lost; the run was cancelled.");
    await showResult(result);
    byId("result").focus();
    say(`Done: run ${result.id}.`);
  } catch (e) {
    say(abort.signal.aborted ? "Cancelled." : "Failed.");
    if (!abort.signal.aborted) fail(e);
  } finally {
    stop = null;
    byId("run").disabled = !chosen;
    byId("cancel").disabled = true;
    byId("progress").hidden = true;
  }
};

const main = async () => {
  byId("form").addEventListener("submit", e => { e.preventDefault(); if (chosen && !stop) begin(); });
  byId("cancel").addEventListener("click", () => stop?.());
  byId("reset").addEventListener("click", resetKnobs);
  byId("builtin").addEventListener("change", e => { byId("file").value = ""; choose({ name: e.target.value, yaml: "" }); });
  byId("file").addEventListener("click", e => { e.target.value = ""; }); // so that a file can be chosen again once it is edited
  byId("file").addEventListener("change", e => { if (e.target.files.length) chooseFile(e.target.files[0]); });
  try {
    const list = await askJSON("api/experiments");
    byId("builtin").replaceChildren(...list.map(x => make("option", { value: x.name }, `${x.name}: ${x.title}`)));
    await choose({ name: list[0].name, yaml: "" });
  } catch (e) {
    fail(e);
  }
  document.documentElement.dataset.ready = "";
};

main();
