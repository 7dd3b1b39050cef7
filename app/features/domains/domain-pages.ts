/** The pages of one domain: the last part of the address, and its tab. */
export const domainPages = [{ id: "dns", label: "DNS records" }] as const;
