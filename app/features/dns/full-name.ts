/** `www` in `example.com` is `www.example.com`, and `@` is `example.com`. */
export const fullName = (name: string, zone: string): string => (name === "@" ? zone : `${name}.${zone}`);
