// What is written by others only ever becomes text.

export const byId = id => document.getElementById(id);

// make makes an element with properties and children; strings are text.
export const make = (name, properties = {}, ...children) => {
  const e = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (key in e) e[key] = value;
    else e.setAttribute(key, value);
  }
  e.append(...children);
  return e;
};

// ask returns the answer to a request, or throws why there is none.
export const ask = async (path, body, signal) => {
  const options = { signal };
  if (body !== undefined) {
    Object.assign(options, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
  }
  let answer;
  try {
    answer = await fetch(path, options);
  } catch (e) {
    if (e.name === "AbortError") throw e;
    throw new Error("The server does not answer. Does it still run?", { cause: e });
  }
  if (answer.ok) return answer;
  let why = answer.statusText;
  try {
    why = (await answer.json()).error;
  } catch { /* it is not one of ours */ }
  throw new Error(why);
};

export const askJSON = async (path, body, signal) => (await ask(path, body, signal)).json();
