import { DurableObject } from "cloudflare:workers";
import { systemClock } from "~/lib/clock";
import { kenyanDate } from "~/lib/kenyan-day";
import { logger } from "~/lib/log.server";
import type { DayOfVisits, VisitCounts, VisitStep } from "./visit-counts";

/** The counts of all isolates, one small entry for each day. A day is complete when it is over, because a count gets today's. */
export class VisitCounter extends DurableObject<object> {
	add(step: VisitStep): void {
		const { kv } = this.ctx.storage;
		const day = kenyanDate(systemClock());
		const counts = kv.get<DayOfVisits["counts"]>(day) ?? {};
		kv.put(day, { ...counts, [step]: (counts[step] ?? 0) + 1 });
	}

	between(from: string, to: string): DayOfVisits[] {
		// The end is not included, and no other key begins with this day.
		const days = this.ctx.storage.kv.list<DayOfVisits["counts"]>({ start: from, end: `${to}~` });
		return Array.from(days, ([day, counts]) => ({ day, counts }));
	}
}

interface Dependencies {
	readonly counters: DurableObjectNamespace<VisitCounter>;
	readonly waitUntil: (work: Promise<unknown>) => void;
}

export function createVisitCounts({ counters, waitUntil }: Dependencies): VisitCounts {
	const counter = () => counters.getByName("shop");
	const add = async (step: VisitStep) => {
		try {
			await counter().add(step);
		} catch (error) {
			logger.warn("visit_not_counted", { operation: step, error });
		}
	};
	return {
		count: (step) => waitUntil(add(step)),
		between: async (from, to) => counter().between(from, to),
	};
}
