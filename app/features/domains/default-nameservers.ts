/** Where a new name points until its owner says otherwise: our DNS. */
export const defaultNameservers = ["ns1.kikoa.example", "ns2.kikoa.example"] as const;
