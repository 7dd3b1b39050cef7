declare module "virtual:most-used-passwords" {
	/** The list that scripts/vite/most-used-passwords.ts cuts out of a ranked list of leaked passwords; lower case. */
	const passwords: readonly string[];
	export default passwords;
}
