import { rmSync } from "node:fs";
import path from "node:path";
import { claimState, root } from "./bootstrap.mjs";

claimState();
for (const name of ["state", "tmp", "kikoa.pid"])
	rmSync(path.join(root, ".wrangler", name), { recursive: true, force: true });
console.log("The local data was deleted. `npm start` creates a new shop.");
