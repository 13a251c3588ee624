/** Whether a text is a color as nodes and pickers write it: `#rrggbb`, or `#rrggbbaa`. */
export const isHexColor = (text: string): boolean => /^#(?:[0-9a-f]{6}|[0-9a-f]{8})$/i.test(text);
