import { brand } from "~/brand";
import { ChangeError } from "~/components/forms/change-error";
import { ChangeForm, usePageAnswer } from "~/components/forms/change-form";
import { Badge } from "~/components/ui/badge";
import { Button } from "~/components/ui/button";
import { cx } from "~/components/ui/cx";
import { Markdown } from "~/components/ui/markdown";
import type { Post } from "../project-contents";
import { PostField } from "./post-field";

export function PostItem({ post }: { post: Post }) {
	const { id, own, isYours, byTeam, unread, author, body, ago, moment, iso, edited } = post;
	const refused = usePageAnswer({ intent: "edit-post", postId: id }) !== undefined;
	return (
		<article
			className={cx("rounded-field px-4 py-3", byTeam ? "border-s-4 border-lake bg-lake-wash" : "bg-paper")}
			aria-label={`${author}, ${ago}`}
		>
			<p className="mb-1 flex flex-wrap items-baseline gap-x-3 text-sm text-muted">
				<span className="text-base font-semibold text-ink">{isYours ? "You" : author}</span>
				{byTeam && <span className="font-medium text-lake-deep">{brand.name} team</span>}
				<time dateTime={iso} title={moment}>
					{ago}
				</time>
				{edited && <span>edited</span>}
				{unread && (
					<Badge tone="pending" className="self-center">
						New
					</Badge>
				)}
			</p>
			<Markdown text={body} />
			{own && (
				<div className="mt-1 flex flex-wrap items-start gap-x-4">
					<details open={refused} className="open:basis-full">
						<summary className="link inline-flex min-h-11 cursor-pointer items-center text-sm">
							Edit<span className="sr-only"> your post of {moment}</span>
						</summary>
						{/* The key makes the next edit start from the saved text. */}
						<ChangeForm key={body} change={{ intent: "edit-post", postId: id }} className="grid gap-2 pb-2">
							{({ busy, failure, values }) => (
								<>
									<PostField label="Your post" rows={4} value={values?.body ?? body} error={failure?.message} />
									<Button type="submit" size="sm" variant="secondary" disabled={busy} className="justify-self-start">
										Save
									</Button>
								</>
							)}
						</ChangeForm>
					</details>
					<ChangeForm change={{ intent: "remove", id }}>
						{({ busy, failure }) => (
							<>
								<button type="submit" disabled={busy} className="link min-h-11 text-sm">
									Delete<span className="sr-only"> your post of {moment}</span>
								</button>
								<ChangeError failure={failure} />
							</>
						)}
					</ChangeForm>
				</div>
			)}
		</article>
	);
}
