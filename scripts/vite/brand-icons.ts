import type { Plugin } from "vite";
import { drawIcon, iconFiles } from "../share/icons.ts";

/** Serves the icons in development. A build writes them as files (react-router.config.ts). */
export function brandIcons(): Plugin {
	return {
		name: "brand-icons",
		apply: "serve",
		configureServer(server) {
			for (const file of iconFiles) {
				server.middlewares.use(`/${file}`, async (_request, response) => {
					response
						.setHeader("Content-Type", file.endsWith(".ico") ? "image/x-icon" : "image/png")
						.end(await drawIcon(file));
				});
			}
		},
	};
}
