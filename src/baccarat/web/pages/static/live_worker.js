// The worker that holds the stream for all windows of a browser.

import { Hub } from "./live_hub.js";

const [, language] = self.name.split(" ");
const hub = new Hub(language);

self.addEventListener("connect", ({ ports: [port] }) => hub.join(port));
