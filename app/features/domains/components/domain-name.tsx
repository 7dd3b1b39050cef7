import type { ClothState } from "../cloth";
import { Cloth } from "./cloth";

interface DomainNameProps {
	name: string;
	/** ASCII form. */
	ascii: string;
	cloth: ClothState;
}

/** A domain name in a list, with its cloth. Long names wrap, if possible at a hyphen. */
export function DomainName({ name, ascii, cloth }: DomainNameProps) {
	return (
		<span className="flex gap-3 md:min-w-40 xl:min-w-44">
			<Cloth name={ascii} state={cloth} className="self-center" />
			{/* The other cells of the row align with this text. */}
			<span className="min-w-0 self-baseline py-0.5 wrap-anywhere font-semibold">{name}</span>
		</span>
	);
}
