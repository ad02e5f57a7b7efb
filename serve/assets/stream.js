import { ask } from "./shared.js";

const event = text => {
  const out = { name: "", data: null };
  for (const line of text.split("\n")) {
    if (line.startsWith("event: ")) out.name = line.slice(7);
    if (line.startsWith("data: ")) out.data = JSON.parse(line.slice(6));
  }
  return out;
};

const part = async (reader, signal) => {
  try {
    return await reader.read();
  } catch (e) {
    if (signal.aborted) throw e;
    throw new Error("The connection was lost; the run was cancelled.", { cause: e });
  }
};

// follow asks for a run and tells its events until it is over. To abort the signal
// cancels the run.
export const follow = async (choice, signal, tell) => {
  const answer = await ask("api/runs", choice, signal);
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  for (let rest = ""; ;) {
    const { value, done } = await part(reader, signal);
    if (done) return;
    const parts = (rest + value).split("\n\n");
    rest = parts.pop();
    parts.map(event).filter(e => e.name).forEach(tell);
  }
};
