// One for all windows of a browser: it holds the stream that they share.

import { Hub } from "./live_hub.js";

const hub = new Hub();

self.addEventListener("connect", ({ ports: [port] }) => hub.join(port));
