import { cx } from "~/components/ui/cx";
import { Icon } from "~/components/ui/icon";

interface FavouriteButtonProps {
	/** Unicode form. */
	name: string;
	ascii: string;
	className?: string;
}

/** Keeps a name in this browser. Works and is visible only with script (islands/favourites.ts). */
export function FavouriteButton({ name, ascii, className }: FavouriteButtonProps) {
	return (
		<button
			type="button"
			data-favourite={ascii}
			aria-pressed={false}
			aria-label={`Favourite: ${name}`}
			className={cx(
				"-mx-1.5 inline-flex size-11 flex-none items-center justify-center rounded-full text-muted hover:bg-lake-wash aria-pressed:text-sun [html:not([data-favourites])_&]:invisible [&[aria-pressed=true]_svg]:fill-current",
				className,
			)}
		>
			<Icon name="heart" />
		</button>
	);
}
