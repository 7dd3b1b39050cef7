/**
 * Why the settings can't be deployed, each reason as a sentence: what is still a placeholder and, unless it is a
 * preview, what is a sandbox.
 * @param config what wrangler reads of wrangler.toml
 */
export function deployProblems({ vars, d1_databases, kv_namespaces }, { preview = false } = {}) {
	const zeros = (id) => /^[0-]*$/.test(id ?? "");
	const sandboxes = preview ? [] : ["PAYMENTS", "REGISTRAR"].filter((name) => vars[name] === "sandbox");
	return [
		...d1_databases
			.filter((one) => zeros(one.database_id))
			.map((one) => `the D1 database ${one.binding} has no id (npx wrangler d1 create ${one.database_name})`),
		...kv_namespaces
			.filter((one) => zeros(one.id))
			.map((one) => `the KV namespace ${one.binding} has no id (npx wrangler kv namespace create ${one.binding})`),
		...(/\.example$|localhost/.test(new URL(vars.APP_ORIGIN).hostname)
			? [`APP_ORIGIN is ${vars.APP_ORIGIN}: put the shop's own address there, and in routes`]
			: []),
		...(/\.example>/.test(vars.MAIL_FROM) ? [`MAIL_FROM is ${vars.MAIL_FROM}: put the shop's own sender there`] : []),
		...sandboxes.map(
			(name) => `${name} is sandbox: choose a real provider, or deploy a test shop with npm run deploy -- --preview`,
		),
	];
}
