/** Two strokes in ink, one part in the sun's colour: how every device is drawn. */
const drawings: Record<string, { lines: string; accent: string }> = {
	monitor: { lines: "M12 10h72v44H12zM36 54v10M60 54v10M26 64h44v6H26z", accent: "M22 20h24v14H22z" },
	printer: { lines: "M20 34h56v30H20zM28 34V22h40v12M32 64v8h32v-8", accent: "M34 10h28v12H34z" },
	archive: { lines: "M12 30h72v32H12zM12 40h72M20 62v6M76 62v6", accent: "M44 46h8v8h-8z" },
	smartphone: { lines: "M34 8h28v64H34zM34 18h28M34 58h28", accent: "M40 24h16v10H40z" },
};

export function HardwareDrawing({ image }: { image: string }) {
	const drawing = drawings[image];
	if (!drawing) return null;
	return (
		<svg
			viewBox="0 0 96 80"
			width="144"
			height="120"
			className="h-auto w-16 text-ink sm:w-36"
			fill="none"
			strokeWidth="2.5"
			strokeLinejoin="round"
			strokeLinecap="round"
			aria-hidden="true"
		>
			<path d={drawing.lines} stroke="currentColor" />
			<path d={drawing.accent} className="stroke-sun" />
		</svg>
	);
}
