import { z } from "zod";
import { createPublished } from "~/features/publishing/published.server";
import { nothingSoldOut, type SoldOut } from "./stock";

const productIds = z.array(z.string());

/** What has sold out, in the memory of an isolate. */
export const publishedStock = () =>
	createPublished<SoldOut>({
		name: "stock",
		first: nothingSoldOut,
		read: (version, text) => ({ version, productIds: new Set(productIds.parse(JSON.parse(text))) }),
	});
