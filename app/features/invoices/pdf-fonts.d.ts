declare module "virtual:pdf-fonts" {
	export const regular: import("~/lib/pdf/pdf-font").PdfFace;
	export const bold: import("~/lib/pdf/pdf-font").PdfFace;
}
