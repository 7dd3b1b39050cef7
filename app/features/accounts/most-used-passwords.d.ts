declare module "virtual:most-used-passwords" {
	/** Made by scripts/vite/most-used-passwords.ts from a ranked list of leaked passwords. Lower case. */
	const passwords: readonly string[];
	export default passwords;
}
