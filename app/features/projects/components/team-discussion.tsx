import { SubmitButton } from "~/components/forms/submit";
import { TextareaField } from "~/components/forms/textarea-field";
import { TitledCard } from "~/components/ui/titled-card";
import type { Post } from "../project-room";
import type { TeamAnswer } from "../team-answer";
import { PostItem } from "./post-item";
import { TeamForm } from "./team-form";

interface TeamDiscussionProps {
	by: string;
	/** New for each page: pressed twice, one message is sent. */
	sendKey: string;
	/** Newest first. */
	posts: readonly Post[];
	answer: TeamAnswer | undefined;
}

export function TeamDiscussion({ by, sendKey, posts, answer }: TeamDiscussionProps) {
	return (
		<TitledCard title="Discussion">
			<TeamForm key={sendKey} sends={{ intent: "post", by, key: sendKey }} answer={answer} className="grid gap-3">
				{({ busy, failure, values }) => (
					<>
						<TextareaField
							name="body"
							label="Write to the customer"
							rows={4}
							required
							maxLength={4_000}
							defaultValue={values?.body}
							error={failure?.fields?.body}
							hint="**bold**, *italic*, `code`, [a link](https://…) and lists with - are understood."
						/>
						<SubmitButton busy={busy} busyText="Sending..." className="justify-self-start">
							Send Message
						</SubmitButton>
					</>
				)}
			</TeamForm>
			{posts.length === 0 && <p className="text-muted">Nothing has been said yet.</p>}
			<ol className="grid gap-4">
				{posts.map((post) => (
					<li key={post.id}>
						<PostItem post={post} />
					</li>
				))}
			</ol>
		</TitledCard>
	);
}
