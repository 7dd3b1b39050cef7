import { Form, useNavigation } from "react-router";
import { Button } from "~/components/ui/button";

const looks = ["primary", "secondary", "quiet"] as const;

interface SandboxAnswersProps {
	/** At most three, the most likely first. */
	answers: readonly { readonly value: "approve" | "decline" | "time_out"; readonly label: string }[];
}

/** Buttons for the outcomes of a sandbox payment. */
export function SandboxAnswers({ answers }: SandboxAnswersProps) {
	const busy = useNavigation().state !== "idle";
	return (
		<Form method="post" className="grid gap-3">
			{answers.map(({ value, label }, index) => (
				<Button key={value} type="submit" name="answer" value={value} variant={looks[index]} disabled={busy}>
					{label}
				</Button>
			))}
		</Form>
	);
}
