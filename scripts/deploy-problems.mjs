/**
 * Why the settings can't be deployed, one sentence per reason: placeholders and, unless it is a preview, sandboxes.
 * @param config the settings that wrangler reads from wrangler.toml
 */
export function deployProblems({ vars, d1_databases, kv_namespaces }, { preview = false } = {}) {
	const isPlaceholder = (id) => /^[0-]*$/.test(id ?? "");
	const listed = (name) => (vars[name] ?? "sandbox").split(/[\s,=]+/);
	const environments = ["mpesa", "paypal", "pesapal"]
		.filter((name) => listed("PAYMENTS").includes(name))
		.map((name) => `${name.toUpperCase()}_ENVIRONMENT`);
	const services = ["PAYMENTS", ...environments, "REGISTRARS", "DNS", "HOSTING"];
	const sandboxes = preview ? [] : services.filter((name) => listed(name).includes("sandbox"));
	return [
		...d1_databases
			.filter((one) => isPlaceholder(one.database_id))
			.map((one) => `the D1 database ${one.binding} has no id (npx wrangler d1 create ${one.database_name})`),
		...kv_namespaces
			.filter((one) => isPlaceholder(one.id))
			.map((one) => `the KV namespace ${one.binding} has no id (npx wrangler kv namespace create ${one.binding})`),
		...(/\.example$|localhost/.test(new URL(vars.APP_ORIGIN).hostname)
			? [`APP_ORIGIN is ${vars.APP_ORIGIN}. Set it and routes to the shop's own address`]
			: []),
		...(/\.example>/.test(vars.MAIL_FROM) ? [`MAIL_FROM is ${vars.MAIL_FROM}. Set it to the shop's own sender`] : []),
		...sandboxes.map(
			(name) => `${name} is sandbox: choose a real provider, or deploy a test shop with npm run deploy -- --preview`,
		),
	];
}
