declare module "virtual:islands-entry" {
	/** Addresses of site.ts and of what it imports, as scripts/vite/islands-entry.ts builds them; none in the browser. */
	const islandsFiles: readonly string[];
	export default islandsFiles;
}
