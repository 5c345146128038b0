// One for all windows of a browser: it holds the stream that they share.

import { Hub } from "./live_hub.js";

const [, language] = self.name.split(" ");
const hub = new Hub(language);

self.addEventListener("connect", ({ ports: [port] }) => hub.join(port));
