declare module "virtual:islands-entry" {
	/** URLs of site.ts and its imports, from scripts/vite/islands-entry.ts. Empty in the browser build. */
	const islandsFiles: readonly string[];
	export default islandsFiles;
}
