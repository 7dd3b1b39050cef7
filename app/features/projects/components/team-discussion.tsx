import { SubmitButton } from "~/components/forms/submit";
import { TitledCard } from "~/components/ui/titled-card";
import type { Post } from "../project-contents";
import type { TeamAnswer } from "../team-answer";
import { PostField } from "./post-field";
import { PostList } from "./post-list";
import { TeamForm } from "./team-form";

interface TeamDiscussionProps {
	by: string;
	/** New for each page, so that pressing twice sends one message. */
	sendKey: string;
	/** Newest first. */
	posts: readonly Post[];
	answer: TeamAnswer | undefined;
}

export function TeamDiscussion({ by, sendKey, posts, answer }: TeamDiscussionProps) {
	return (
		<TitledCard title="Discussion">
			<TeamForm
				key={sendKey}
				hiddenFields={{ intent: "post", by, key: sendKey }}
				answer={answer}
				className="grid gap-3"
			>
				{({ busy, failure, values }) => (
					<>
						<PostField label="Write to the customer" rows={4} value={values?.body} error={failure?.fields?.body} />
						<SubmitButton busy={busy} busyText="Sending..." className="justify-self-start">
							Send Message
						</SubmitButton>
					</>
				)}
			</TeamForm>
			<PostList posts={posts} />
		</TitledCard>
	);
}
