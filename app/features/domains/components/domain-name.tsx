import { cx } from "~/components/ui/cx";
import type { ClothState } from "../cloth";
import { Cloth } from "./cloth";
import { WrappingName } from "./wrapping-name";

interface DomainNameProps {
	name: string;
	/** ASCII form. */
	ascii: string;
	cloth: ClothState;
}

/** From 768 px, a part of a name with up to so many characters is never broken: its column has room for it. */
const unbrokenLength = 12;

const isBroken = (name: string) => name.split(/[-.]/).some((part) => part.length > unbrokenLength);

/** A domain name in a list, with its cloth. Long names wrap, if possible at a hyphen or before the extension. */
export function DomainName({ name, ascii, cloth }: DomainNameProps) {
	return (
		<span className="row-name md:flex md:gap-3 md:min-w-40 xl:min-w-44 print:flex print:gap-3">
			<Cloth name={ascii} state={cloth} className="row-cloth self-center" />
			{/* The other cells of the row align with this text. */}
			<span
				className={cx(
					"row-text min-w-0 md:self-baseline py-0.5 font-semibold",
					"wrap-anywhere",
					!isBroken(name) && "md:wrap-break-word",
				)}
			>
				<WrappingName name={name} />
			</span>
		</span>
	);
}
