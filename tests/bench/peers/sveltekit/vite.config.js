import adapter from "@sveltejs/adapter-node";
import { sveltekit } from "@sveltejs/kit/vite";

export default {
	plugins: [await sveltekit({ adapter: adapter() })],
};
