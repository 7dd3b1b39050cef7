import { ErrorText } from "~/components/forms/error-text";
import { TextareaField } from "~/components/forms/textarea-field";
import type { Failure } from "~/lib/result";
import { longestRatingComment, type Rating, ratingName, ratings } from "../rating";

interface RatingFieldsProps {
	/** What was chosen before. */
	rating: string | null;
	comment: string;
	failure: Failure | undefined;
}

const errorId = "rating-error";

/** The fields of a rating. Works without React in the browser. */
export function RatingFields({ rating, comment, failure }: RatingFieldsProps) {
	const error = failure?.fields?.rating;
	return (
		<>
			<fieldset className="grid" aria-describedby={error && errorId}>
				<legend className="font-medium">How was our answer?</legend>
				<div className="flex flex-wrap gap-x-6">
					{ratings.map((value) => (
						<RatingChoice key={value} value={value} chosen={rating} error={error} />
					))}
				</div>
				{error && <ErrorText id={errorId}>{error}</ErrorText>}
			</fieldset>
			<TextareaField
				label="Comment"
				name="comment"
				rows={3}
				maxLength={longestRatingComment}
				defaultValue={comment}
				error={failure?.fields?.comment}
				hint="Only our team reads it."
			/>
		</>
	);
}

const RatingChoice = ({
	value,
	chosen,
	error,
}: {
	value: Rating;
	chosen: string | null;
	error: string | undefined;
}) => (
	<label className="flex min-h-11 items-center gap-3">
		<input
			type="radio"
			name="rating"
			value={value}
			required
			defaultChecked={chosen === value}
			aria-invalid={error ? true : undefined}
			className="size-5 flex-none"
		/>
		<span>{ratingName[value]}</span>
	</label>
);
