import { Badge } from "~/components/ui/badge";
import type { Tone } from "~/components/ui/tone";
import type { Answer } from "../answer";

const looks: Readonly<Record<Answer["state"], { tone: Tone; text: string }>> = {
	available: { tone: "success", text: "Available" },
	premium: { tone: "pending", text: "Premium" },
	taken: { tone: "neutral", text: "Taken" },
	reserved: { tone: "info", text: "Reserved" },
	unknown: { tone: "neutral", text: "Unknown" },
};

export function StateBadge({ state }: Pick<Answer, "state">) {
	const { tone, text } = looks[state];
	return <Badge tone={tone}>{text}</Badge>;
}
