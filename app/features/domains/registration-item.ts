import type { NewCartItem } from "~/features/cart/cart-item";
import type { Answer } from "./answer";

type FreeName = Pick<Answer, "domain" | "tld" | "price" | "renewal">;

/** Cart item of an available name, with prices in shillings. @param name Unicode form. */
export const registrationItem = ({ domain, tld, price, renewal }: FreeName, name = domain): NewCartItem => ({
	productId: "domain-registration",
	category: "domain",
	available: true,
	name,
	domain,
	tld,
	price: (price?.amount ?? 0) / 100,
	...(renewal && { renewal: renewal.amount / 100 }),
});
