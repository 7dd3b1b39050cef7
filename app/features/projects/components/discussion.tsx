import { Link, useSearchParams } from "react-router";
import { ChangeError } from "~/components/forms/change-error";
import { ChangeForm } from "~/components/forms/change-form";
import { SubmitButton } from "~/components/forms/submit";
import { TextareaField } from "~/components/forms/textarea-field";
import { TitledSection } from "~/components/ui/titled-section";
import { withParams } from "~/lib/address";
import type { Post } from "../project-room";
import { PostItem } from "./post-item";

interface DiscussionProps {
	projectId: string;
	/** How many of our team's posts are. */
	unread: number;
	/** Newest first. */
	posts: readonly Post[];
	/** Where earlier ones begin. */
	earlier: string | null;
}

export function Discussion({ projectId, unread, posts, earlier }: DiscussionProps) {
	const [params] = useSearchParams();
	return (
		<TitledSection title="Discussion" size="xs">
			<ChangeForm change={{ intent: "add-post", projectId }} resets className="grid gap-2">
				{({ busy, failure, values }) => (
					<>
						<TextareaField
							name="body"
							label="Write to the team"
							rows={3}
							required
							maxLength={4_000}
							defaultValue={values?.body}
							error={failure?.message}
							hint="**bold**, *italic*, `code`, [a link](https://…) and lists with - are understood."
						/>
						<SubmitButton busy={busy} busyText="Posting..." className="justify-self-start">
							Post
						</SubmitButton>
					</>
				)}
			</ChangeForm>
			{unread > 0 && (
				<ChangeForm change={{ intent: "read-posts", projectId }} className="flex flex-wrap items-center gap-x-4">
					{({ busy, failure }) => (
						<>
							<p>{unread === 1 ? "One message is new." : `${unread} messages are new.`}</p>
							<button type="submit" disabled={busy} className="link min-h-11">
								Mark as read
							</button>
							<ChangeError failure={failure} />
						</>
					)}
				</ChangeForm>
			)}
			{posts.length === 0 && <p className="text-muted">Nothing has been said yet.</p>}
			<ol className="grid gap-4">
				{posts.map((post) => (
					<li key={post.id}>
						<PostItem post={post} />
					</li>
				))}
			</ol>
			<p className="flex flex-wrap gap-4">
				{params.has("posts") && (
					<Link to={withParams(params, { posts: null })} preventScrollReset className="link">
						Newest posts
					</Link>
				)}
				{earlier && (
					<Link to={withParams(params, { posts: earlier })} preventScrollReset className="link">
						Earlier posts
					</Link>
				)}
			</p>
		</TitledSection>
	);
}
