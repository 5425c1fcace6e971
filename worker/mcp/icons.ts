/** The product's icon for light and dark backgrounds, in MCP's form. */
export function iconsAt(origin: string) {
  return [
    { src: `${origin}/favicon-light.svg`, mimeType: "image/svg+xml", theme: "light" as const },
    { src: `${origin}/favicon-dark.svg`, mimeType: "image/svg+xml", theme: "dark" as const },
  ];
}
