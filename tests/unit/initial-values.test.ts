import { expect, test } from "vitest";
import { initialProject, mergeProject, projectValues } from "~/features/projects/project-form";
import { initialValuesField, mergeFormValues, readInitialValues, writeInitialValues } from "~/lib/initial-values";

const initial = { name: "Duka", client: "Moja", notes: "one\ntwo" };

test("a field that the form did not change keeps its newer stored value", () => {
	const sent = { name: "Duka Kuu", client: "Moja", notes: "one\r\ntwo" };
	const current = { name: "Duka", client: "Mbili", notes: "three" };
	const merged = mergeFormValues({ sent, initial, current });
	expect(merged).toMatchObject({ ok: true, value: { name: "Duka Kuu", client: "Mbili", notes: "three" } });
});

test("a field changed here and elsewhere is confirmed once, and saved when the form is sent again", () => {
	const sent = { name: "Duka Kuu", client: "", notes: "one\ntwo" };
	const current = { name: "Duka Ndogo", client: "Mbili", notes: "three" };
	const first = mergeFormValues({ sent, initial, current });
	expect(first).toMatchObject({
		ok: false,
		error: { kind: "conflict", fields: { name: expect.stringContaining("“Duka Ndogo”"), client: expect.anything() } },
	});
	expect(Object.keys((!first.ok && first.error.fields) || {})).toEqual(["name", "client"]);
	const again = mergeFormValues({ sent, initial: first.initial, current });
	expect(again).toMatchObject({ ok: true, value: { name: "Duka Kuu", client: "", notes: "three" } });
});

test("two tabs that make the same change don't conflict", () => {
	const sent = { ...initial, name: "Duka Kuu" };
	expect(mergeFormValues({ sent, initial, current: sent })).toMatchObject({ ok: true, value: sent });
});

test.each([undefined, "", "{", "null", "[]", '{"name":1}', `{"name":"${"x".repeat(20_000)}"}`])(
	"a form whose initial values are %j is saved as sent",
	(text) => {
		const form = new FormData();
		if (text !== undefined) form.set(initialValuesField, text);
		const said = readInitialValues(form, ["name", "client", "notes"]);
		expect(said).toEqual({});
		const sent = { ...initial, name: "Duka Kuu" };
		expect(mergeFormValues({ sent, initial: said, current: { ...initial, name: "Other" } })).toMatchObject({
			value: sent,
		});
	},
);

const project: Parameters<typeof mergeProject>[1] = {
	name: "Duka",
	description: "",
	client: "",
	status: "planned",
	priority: "medium",
	dueAt: Date.UTC(2028, 1, 29, 12),
	technologies: ["D1"],
	team: [{ id: "neema", name: "Neema Wafula", role: "Project lead" }],
};

function openedForm(typed: Record<string, string>) {
	const opened = initialProject(projectValues(project));
	const form = new FormData();
	for (const [name, value] of Object.entries({ ...opened, ...typed, [initialValuesField]: writeInitialValues(opened) }))
		form.set(name, value);
	return form;
}

test("a customer's outdated project form does not undo a change by our team", () => {
	const current = { ...project, status: "in-progress" as const, technologies: ["D1", "Hono"], team: [] };
	const renamed = mergeProject(openedForm({ name: "Duka Kuu" }), current);
	expect(renamed).toMatchObject({
		value: { name: "Duka Kuu", status: "in-progress", technologies: "D1, Hono", dueDate: "2028-02-29", team: [""] },
	});
	const held = mergeProject(openedForm({ status: "on-hold" }), current);
	expect(held).toMatchObject({ error: { fields: { status: expect.stringContaining("“In Progress”") } } });
});
