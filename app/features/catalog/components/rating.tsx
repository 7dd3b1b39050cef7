/** A rating as filled dots out of five. */
export function Rating({ value }: { value: number }) {
	const dots = [1, 2, 3, 4, 5];
	return (
		<svg viewBox="0 0 76 12" width="76" height="12" role="img" aria-label={`${value} of 5`}>
			{dots.map((dot) => (
				<circle
					key={dot}
					cx={dot * 16 - 10}
					cy="6"
					r="5"
					className={dot <= Math.round(value) ? "fill-sun stroke-sun" : "fill-none stroke-edge"}
				/>
			))}
		</svg>
	);
}
