import { env } from "cloudflare:workers";

/** Makes every update of a row, or of one of its columns, fail as a bug would. Returns a function that ends this. */
export async function breakRow(table: string, id: string, column?: string): Promise<() => Promise<void>> {
	const name = `broken_${table}`;
	const update = column ? `update of ${column}` : "update";
	await env.DB.prepare(
		`create trigger ${name} before ${update} on ${table} when old.id = '${id}'
			begin select raise(abort, 'broken row'); end`,
	).run();
	return async () => void (await env.DB.prepare(`drop trigger ${name}`).run());
}
