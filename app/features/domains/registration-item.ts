import type { NewCartItem } from "~/features/cart/cart-item";
import type { Answer } from "./answer";

type FreeName = Pick<Answer, "domain" | "tld" | "price" | "renewal">;

/** A name that can be had, as the cart takes it: in shillings. @param name as people read it. */
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
