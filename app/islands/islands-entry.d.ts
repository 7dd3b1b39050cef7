declare module "virtual:islands-entry" {
	/** URL of site.ts, from scripts/vite/islands-entry.ts. Empty in the browser build. */
	const islandsEntry: string;
	export default islandsEntry;
}
