import type { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { migrate, migrations, openMigrated } from "../support/migrations";

const at = migrations.findIndex(({ tag }) => tag.includes("domain_holders"));

const insert = (database: DatabaseSync, table: string, row: Record<string, string | number | null>) =>
	database
		.prepare(`insert into ${table} (${Object.keys(row).join()}) values (${Object.keys(row).map(() => "?")})`)
		.run(...Object.values(row));

/** Two accounts with a live row of the same name. */
function beforeIt() {
	const database = openMigrated(migrations.slice(0, at));
	for (const id of ["usr_1", "usr_2"])
		insert(database, "users", {
			...{ id, email: `${id}@example.com`, first_name: "Amina", last_name: "Otieno", country: "Kenya" },
			...{ status: "active", password_hash: "none", created_at: 1, updated_at: 1 },
		});
	const domain = (id: string, user: string, name: string, more: Record<string, string | number | null>) =>
		insert(database, "domains", {
			...{ id, user_id: user, name, tld: "com", status: "active", nameservers: "[]" },
			...{ registered_at: 100, expires_at: 900, created_at: 1, updated_at: 1, ...more },
		});
	domain("dom_former", "usr_1", "neema.com", { registered_at: 100, forwards: "[]" });
	domain("dom_holder", "usr_2", "neema.com", { registered_at: 200, expires_at: 950 });
	domain("dom_claim", "usr_1", "claimed.com", { status: "transfer_in", registered_at: null });
	for (const name of ["neema.com", "claimed.com"]) {
		insert(database, "sandbox_zones", { name, version: 1, rrsets: "[]", created_at: 1 });
		insert(database, "sandbox_registry", {
			...{ name, state: "registered", auth_code: "x", nameservers: "[]", expires_at: 900, created_at: 50 },
		});
	}
	insert(database, "dns_records", {
		...{ id: "dns_1", domain_id: "dom_former", type: "A", name: "@", value: "192.0.2.1", ttl: 60 },
	});
	return database;
}

test("if two accounts have one name, the latest one keeps it and the other gets a notification", () => {
	const database = beforeIt();
	migrate(database, migrations.slice(at, at + 1));
	const all = (sql: string) => database.prepare(sql).all();
	expect(all("select id, status from domains order by id")).toEqual([
		{ id: "dom_claim", status: "transfer_in" },
		{ id: "dom_former", status: "released" },
		{ id: "dom_holder", status: "active" },
	]);
	expect(all("select * from dns_records")).toEqual([]);
	expect(all("select user_id from activity_log")).toEqual([{ user_id: "usr_1" }]);
	expect(all("select user_id from notifications")).toEqual([{ user_id: "usr_1" }]);
	const [registered] = all("select object_id from sandbox_registry where name = 'neema.com'");
	expect(all("select registry_id from domains where registry_id is not null")).toEqual([
		{ registry_id: registered?.object_id },
	]);
});

test("a zone goes to the holder of its name, and is removed if the name has no holder", () => {
	const database = beforeIt();
	migrate(database, migrations.slice(at, at + 1));
	const zones = database.prepare("select name, owner_id, owner_since from sandbox_zones").all();
	expect(zones).toEqual([{ name: "neema.com", owner_id: "dom_holder", owner_since: 200 }]);
});
