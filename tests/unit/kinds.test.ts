import { matchPath } from "react-router";
import { expect, test } from "vitest";
import { kenya } from "~/lib/dates";
import { type ActivityKind, type NotificationKind, samplesOf } from "~/lib/kinds";
import { activityKinds, notificationKinds } from "~/registry";
import { routeTable } from "../support/route-table";

const activity = Object.entries(activityKinds) as [string, ActivityKind][];
const notifications = Object.entries(notificationKinds) as [string, NotificationKind][];

const leaked = /undefined|null|NaN|\[object/;
const leadsToPage = (address: string) =>
	routeTable.some(({ pattern, page }) => page && matchPath(pattern, new URL(address, "https://kikoa.test").pathname));

test.each(activity)("the log entry %s is a sentence for each choice of parameters", (_, { params, text }) => {
	const sentences = samplesOf(params).map((sample) => text(params.parse(sample), kenya));
	expect(sentences.length).toBeGreaterThan(0);
	for (const sentence of sentences) {
		expect(sentence).toMatch(/\S.*\.$/s);
		expect(sentence).not.toMatch(leaked);
	}
});

test.each(notifications)("the notification %s has a title and leads to a page", (_, { params, title, body, href }) => {
	const samples = samplesOf(params).map((sample) => params.parse(sample));
	expect(samples.length).toBeGreaterThan(0);
	for (const sample of samples) {
		const text = `${title(sample, kenya)} ${body(sample, kenya)}`;
		expect(text.trim()).not.toBe("");
		expect(text).not.toMatch(leaked);
		const address = href(sample);
		expect(address === null || leadsToPage(address), String(address)).toBe(true);
	}
});
