declare module "virtual:home" {
  import type { HomeData } from "./home-data.ts";
  export const home: HomeData;
}
