/** Turns the SVG that `<share-image>` links to into a PNG, which messengers show, for its download and for sharing. */
class ShareImage extends HTMLElement {
	connectedCallback(): void {
		const link = this.querySelector<HTMLAnchorElement>("a[download]");
		const button = this.querySelector<HTMLElement>("[data-share]");
		if (!link || !button) return;
		link.addEventListener("click", (event) => {
			event.preventDefault();
			void drawPng(link).then(save, () => save(link));
		});
		const sample = new File([], "sample.png", { type: "image/png" });
		button.hidden = !navigator.canShare?.({ files: [sample] });
		button.addEventListener("click", () => void this.share(link));
	}

	private async share(link: HTMLAnchorElement): Promise<void> {
		const png = await drawPng(link);
		// Rejects if the customer closes the share dialog.
		await navigator.share({ files: [png], text: this.dataset.text ?? "" }).catch(() => undefined);
	}
}

async function drawPng(link: HTMLAnchorElement): Promise<File> {
	const image = new Image();
	image.src = link.href;
	await image.decode();
	const canvas = document.createElement("canvas");
	canvas.width = image.naturalWidth;
	canvas.height = image.naturalHeight;
	canvas.getContext("2d")?.drawImage(image, 0, 0);
	const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
	if (!blob) throw new Error("The browser can't draw the image");
	return new File([blob], link.download.replace(/svg$/, "png"), { type: blob.type });
}

/** Saves a drawn image, or the SVG itself. */
function save(from: File | HTMLAnchorElement): void {
	const link = document.createElement("a");
	link.href = from instanceof File ? URL.createObjectURL(from) : from.href;
	link.download = from instanceof File ? from.name : from.download;
	link.click();
	if (from instanceof File) URL.revokeObjectURL(link.href);
}

customElements.define("share-image", ShareImage);
