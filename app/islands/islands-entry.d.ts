declare module "virtual:islands-entry" {
	/** Address of site.ts as scripts/vite/islands-entry.ts builds it; empty in the browser. */
	const src: string;
	export default src;
}
