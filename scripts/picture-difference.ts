import type { Page } from "playwright";

/** Width and height in pixels of the cells that are compared: averages hide changes by a font's edges or the compression. */
const CELL = 4;
/** Least difference in any of the three colours, of 255. */
const MIN_DIFFERENCE = 24;

/**
 * The share of two JPEG pictures that differs to the eye, 0 to 1, computed in any page of a browser. The part of the longer
 * picture that the other lacks counts as different.
 */
export async function pictureDifference(page: Page, a: Buffer, b: Buffer): Promise<number> {
  const pictures = [a, b].map((bytes) => `data:image/jpeg;base64,${bytes.toString("base64")}`);
  return page.evaluate(
    async ({ urls, cell, minDifference }) => {
      const images = await Promise.all(
        urls.map(async (url) => {
          const image = new Image();
          image.src = url;
          await image.decode();
          return image;
        }),
      );
      const width = Math.ceil(Math.max(...images.map((image) => image.width)) / cell);
      const height = Math.ceil(Math.max(...images.map((image) => image.height)) / cell);
      const [first, second] = images.map((image) => {
        const context = new OffscreenCanvas(width, height).getContext("2d")!;
        context.imageSmoothingQuality = "high";
        context.drawImage(image, 0, 0, image.width / cell, image.height / cell);
        return context.getImageData(0, 0, width, height).data;
      });
      let different = 0;
      for (let at = 0; at < width * height * 4; at += 4) {
        // The fourth channel is opacity: 0 below the end of the shorter picture.
        const isDifferent = [0, 1, 2, 3].some(
          (channel) => Math.abs(first![at + channel]! - second![at + channel]!) >= minDifference,
        );
        if (isDifferent) different++;
      }
      return different / (width * height);
    },
    { urls: pictures, cell: CELL, minDifference: MIN_DIFFERENCE },
  );
}
