declare module "virtual:icon-sprite" {
	/** URL of the sprite that scripts/vite/icon-sprite.ts builds. */
	const href: string;
	export default href;
}
