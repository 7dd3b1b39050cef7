/** A name in a list: a line may break anywhere in it. */
export function DomainName({ name }: { name: string }) {
	return <span className="break-all font-display font-semibold">{name}</span>;
}
