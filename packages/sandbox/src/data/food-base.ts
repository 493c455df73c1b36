/**
 * Foods with typical values per 100 g (public domain, USDA). Columns, separated by `|`:
 * NDB number · category id · description · energy (kcal), water, protein, fat, carbohydrate, fibre, sugars (g) ·
 * calcium, iron, magnesium, potassium, sodium, zinc (mg) · vitamin C (mg), A (µg RAE), B-12 (µg), D (µg) ·
 * cholesterol (mg), saturated, monounsaturated, polyunsaturated fat (g) · portions in grams · `F` when it is also a
 * Foundation food · `sci` scientific name, `common` other names, further nutrients by number.
 */
export const baseFoodTable = `
1001|1|Butter, salted|717 15.87 0.85 81.11 0.06 0 0.06|24 0.02 2 24 643 0.09|0 684 0.17 0|215 51.37 21.02 3.04|1 tbsp=14.2;1 cup=227||605=3.28
1145|1|Butter, stick, unsalted|717 17.94 0.85 81.11 0.06 0 0.06|24 0.02 2 24 11 0.09|0 684 0.17 0|215 50.49 23.43 3.01|1 tbsp=14.2|F|605=3.28
1009|1|Cheese, cheddar|403 37.02 22.87 33.31 3.37 0 0.48|710 0.14 27 76 653 3.64|0 337 1.1 0.6|99 18.87 9.39 0.94|1 cup, shredded=113;1 slice=28|F|605=0.92
1026|1|Cheese, mozzarella, whole milk|299 50.01 22.17 22.14 2.4 0 1.03|505 0.44 20 76 486 2.92|0 179 2.28 0.4|79 13.15 6.57 0.77|1 cup, shredded=112;1 oz=28.35||
1028|1|Cheese, mozzarella, part skim milk|254 53.78 24.26 15.92 2.77 0 1.13|782 0.22 23 84 619 2.76|0 127 0.82 0.3|64 10.11 4.51 0.47|1 oz=28.35|F|
1040|1|Cheese, swiss|393 37.63 26.96 30.99 1.44 0 0|890 0.13 33 72 187 4.37|0 288 3.06 0|93 18.23 8.05 1.35|1 slice=28|F|
1032|1|Cheese, parmesan, grated|420 22.65 28.42 27.84 13.91 0 0.07|853 0.49 34 180 1804 4.2|0 262 1.35 0.5|86 15.37 7.13 1.39|1 tbsp=5;1 cup=100|F|
1015|1|Cheese, cottage, lowfat, 2% milkfat|81 81.24 10.45 2.27 4.76 0 4|111 0.13 9 125 308 0.51|0 68 0.47 0|12 1.24 0.52 0.08|1 cup=226|F|
1017|1|Cheese, cream|350 52.62 6.15 34.44 5.52 0 3.76|97 0.11 9 132 314 0.5|0 308 0.22 0.6|101 20.21 8.91 1.48|1 tbsp=14.5||
1077|1|Milk, whole, 3.25% milkfat, with added vitamin D|61 88.13 3.15 3.27 4.78 0 4.78|113 0.03 10 132 43 0.37|0 46 0.45 1.3|10 1.87 0.81 0.2|1 cup=244|F|
1079|1|Milk, reduced fat, fluid, 2% milkfat, with added vitamin A and vitamin D|50 89.21 3.3 1.98 4.8 0 4.8|120 0.02 11 140 47 0.48|0.2 55 0.53 1.2|8 1.26 0.56 0.07|1 cup=244|F|
1085|1|Milk, nonfat, fluid, with added vitamin A and vitamin D (fat free or skim)|34 90.84 3.37 0.08 4.96 0 4.96|122 0.03 11 156 42 0.42|0 61 0.5 1.2|2 0.06 0.02 0|1 cup=245|F|common=skim milk
1116|1|Yogurt, plain, whole milk|61 87.9 3.47 3.25 4.66 0 4.66|121 0.05 12 155 46 0.59|0.5 27 0.37 0.1|13 2.1 0.89 0.09|1 cup=245|F|
1256|1|Yogurt, Greek, plain, nonfat|59 85.1 10.19 0.39 3.6 0 3.24|110 0.07 11 141 36 0.52|0 1 0.75 0|5 0.12 0.05 0.01|1 container=170|F|
1053|1|Cream, fluid, heavy whipping|340 57.71 2.84 36.08 2.84 0 2.74|66 0.1 7 95 27 0.24|0.6 411 0.16 1.6|113 23.03 9.1 1.6|1 tbsp=15;1 cup=238|F|605=1.2
1123|1|Egg, whole, raw, fresh|143 76.15 12.56 9.51 0.72 0 0.37|56 1.75 12 138 142 1.29|0 160 0.89 2|372 3.13 3.66 1.91|1 large=50|F|
1124|1|Egg, white, raw, fresh|52 87.57 10.9 0.17 0.73 0 0.71|7 0.08 11 163 166 0.03|0 0 0.09 0|0 0 0 0|1 large=33|F|
1129|1|Egg, whole, cooked, hard-boiled|155 74.62 12.58 10.61 1.12 0 1.12|50 1.19 10 126 124 1.05|0 149 1.11 2.2|373 3.27 4.08 1.41|1 large=50||
2047|2|Salt, table|0 0.2 0 0 0 0 0|24 0.33 1 8 38758 0.1|0 0 0 0|0 0 0 0|1 tsp=6|F|
2030|2|Spices, pepper, black|251 12.46 10.39 3.26 63.95 25.3 0.64|443 9.71 171 1329 20 1.19|0 27 0 0|0 1.39 0.74 1|1 tsp, ground=2.3||sci=Piper nigrum
2010|2|Spices, cinnamon, ground|247 10.58 3.99 1.24 80.59 53.1 2.17|1002 8.32 60 431 10 1.83|3.8 15 0 0|0 0.35 0.25 0.07|1 tsp=2.6||sci=Cinnamomum aromaticum
2046|2|Mustard, prepared, yellow|60 83.67 3.74 3.34 5.83 4 0.92|63 1.61 48 152 1104 0.64|0.3 5 0 0|0 0.21 2.18 0.77|1 tsp=5||
4053|4|Oil, olive, salad or cooking|884 0 0 100 0 0 0|1 0.56 0 1 2 0|0 0 0 0|0 13.81 72.96 10.52|1 tbsp=13.5|F|sci=Olea europaea
4582|4|Oil, canola|884 0 0 100 0 0 0|0 0 0 0 0 0|0 0 0 0|0 7.37 63.28 28.14|1 tbsp=14|F|605=0.4
4047|4|Oil, coconut|892 0.03 0 99.06 0 0 0|1 0.05 0 0 0 0.02|0 0 0 0|0 82.48 6.33 1.7|1 tbsp=13.6|F|sci=Cocos nucifera
4025|4|Salad dressing, mayonnaise, regular|680 21.65 0.96 74.85 0.57 0 0.57|8 0.21 1 20 635 0.15|0 16 0.12 0.2|42 11.7 16.84 44.69|1 tbsp=13.8||539=0.4
4114|4|Salad dressing, italian dressing, commercial, regular|240 63.5 0.41 21.12 12.12 0 11.1|13 0.25 4 84 993 0.11|0.4 2 0 0|0 3.3 5.6 10.9|1 tbsp=14.7||539=9
5062|5|Chicken, broiler or fryers, breast, skinless, boneless, meat only, raw|120 73.9 22.5 2.62 0 0 0|5 0.37 28 334 45 0.68|0 9 0.21 0|73 0.56 0.69 0.42|1 piece=174|F|
5064|5|Chicken, broiler or fryers, breast, skinless, boneless, meat only, cooked, braised|157 64.1 32.06 3.24 0 0 0|6 0.49 32 343 47 0.9|0 9 0.19 0.1|104 0.81 0.88 0.62|1 cup, chopped=140|F|
5096|5|Chicken, broilers or fryers, thigh, meat only, cooked, roasted|179 67.1 24.76 8.15 0 0 0|9 1.13 24 269 106 1.92|0 7 0.42 0.1|133 2.31 3.24 1.68|1 thigh=116||
5186|5|Turkey, whole, breast, meat only, cooked, roasted|147 66.7 30.13 2.08 0 0 0|9 0.71 32 249 99 1.72|0 4 0.39 0.3|80 0.6 0.58 0.54|1 serving=85||sci=Meleagris gallopavo
5305|5|Turkey, ground, raw|148 71.4 19.66 7.66 0 0 0|21 1.09 24 237 58 2.42|0 22 1.2 0.2|69 2.01 2.71 2.1|1 patty=114|F|sci=Meleagris gallopavo
6931|6|Sauce, pasta, spaghetti/marinara, ready-to-serve|50 87.2 1.41 1.48 8.05 1.8 5.5|27 0.78 19 319 437 0.2|2 33 0 0|2 0.2 0.34 0.56|1 cup=257||539=1.5
6930|6|Soup, chicken broth, ready-to-serve|6 97.7 0.64 0.21 0.44 0 0.4|4 0.07 1 18 371 0.03|0.1 0 0.01 0|2 0.06 0.1 0.04|1 cup=249||
7022|7|Frankfurter, beef|322 54 11.2 29 2.9 0 1.2|14 1.5 13 156 850 2.2|0 0 1.7 0.9|56 11.7 13.9 1.1|1 frankfurter=45|F|605=1.3
7029|7|Ham, sliced, regular (approximately 11% fat)|163 67.27 16.6 8.6 3.83 1.3 0|24 1.02 22 287 1143 1.35|4 0 0.42 0.7|57 2.92 4.35 0.78|1 slice=28|F|
10862|10|Pork, cured, bacon, pre-sliced, cooked, pan-fried|541 12.32 37.04 41.78 1.43 0 0|11 1.44 33 565 1717 3.5|0 11 1.23 0.4|110 13.74 18.51 4.5|1 slice=11.5||
10218|10|Pork, fresh, loin, tenderloin, separable lean only, raw|109 75.6 20.95 2.17 0 0 0|5 0.98 27 399 53 1.89|0 0 0.51 0.2|65 0.7 0.79 0.39|3 oz=85|F|
10042|10|Pork, fresh, loin, whole, separable lean only, cooked, roasted|192 62.4 28.62 7.7 0 0 0|18 1.09 28 425 58 2.48|0.6 2 0.62 0.5|81 2.8 3.5 0.6|3 oz=85||
23572|13|Beef, ground, 80% lean meat / 20% fat, raw|254 61.94 17.17 20 0 0 0|18 1.94 17 270 66 4.18|0 4 2.14 0.1|71 7.58 8.84 0.44|4 oz=113|F|605=1.12
23562|13|Beef, ground, 90% lean meat / 10% fat, raw|176 69.1 20 10 0 0 0|12 2.24 20 321 66 4.79|0 4 2.21 0.1|65 3.93 4.15 0.33|4 oz=113|F|605=0.6
23573|13|Beef, ground, 80% lean meat / 20% fat, patty, cooked, broiled|270 55.5 25.75 17.78 0 0 0|24 2.48 20 304 75 6.25|0 3 2.73 0.1|88 6.77 7.83 0.47|1 patty=77||605=1.1
13452|13|Beef, loin, top sirloin steak, separable lean only, raw|127 72.6 22.09 3.85 0 0 0|22 1.75 23 348 56 3.9|0 0 1.1 0|59 1.44 1.66 0.2|1 steak=165|F|
15236|15|Fish, salmon, Atlantic, farmed, raw|208 64.89 20.42 13.42 0 0 0|9 0.34 27 363 59 0.36|3.9 58 3.23 11|55 3.05 3.77 3.89|3 oz=85|F|sci=Salmo salar
15076|15|Fish, salmon, Atlantic, wild, raw|142 70.3 19.84 6.34 0 0 0|12 0.8 29 490 44 0.64|0 12 3.18 0|55 0.98 2.1 2.54|3 oz=85||sci=Salmo salar
15121|15|Fish, tuna, light, canned in water, drained solids|86 78.14 19.44 0.96 0 0 0|17 1.63 23 179 247 0.69|0 17 2.55 1.2|36 0.21 0.13 0.36|1 can=165|F|
15015|15|Fish, cod, Atlantic, raw|82 81.22 17.81 0.67 0 0 0|16 0.38 32 413 54 0.45|1 12 0.91 0.9|43 0.13 0.09 0.23|3 oz=85|F|sci=Gadus morhua
15270|15|Crustaceans, shrimp, raw|85 78.1 20.1 0.51 0 0 0|64 0.52 35 264 119 1.34|0 0 1.11 0.1|161 0.1 0.09 0.15|3 oz=85||
9003|9|Apples, raw, with skin|52 85.56 0.26 0.17 13.81 2.4 10.39|6 0.12 5 107 1 0.04|4.6 3 0 0|0 0.03 0.01 0.05|1 medium=182;1 cup, sliced=109|F|sci=Malus domestica
9016|9|Apple juice, canned or bottled, unsweetened|46 88.24 0.1 0.13 11.3 0.2 9.62|8 0.12 5 101 4 0.02|0.9 0 0 0|0 0.02 0.01 0.04|1 cup=248|F|
9037|9|Avocados, raw, all commercial varieties|160 73.23 2 14.66 8.53 6.7 0.66|12 0.55 29 485 7 0.64|10 7 0 0|0 2.13 9.8 1.82|1 avocado=201|F|sci=Persea americana;common=alligator pear
9040|9|Bananas, raw|89 74.91 1.09 0.33 22.84 2.6 12.23|5 0.26 27 358 1 0.15|8.7 3 0 0|0 0.11 0.03 0.07|1 medium=118;1 cup, mashed=225|F|sci=Musa acuminata Colla
9050|9|Blueberries, raw|57 84.21 0.74 0.33 14.49 2.4 9.96|6 0.28 6 77 1 0.16|9.7 3 0 0|0 0.03 0.05 0.15|1 cup=148|F|sci=Vaccinium spp.
9079|9|Cranberries, dried, sweetened|308 15.8 0.17 1.09 82.8 5.3 72.56|9 0.39 4 49 5 0.1|0.2 2 0 0|0 0.09 0.25 0.35|1 oz=28.35||539=68
9132|9|Grapes, red or green (European type, such as Thompson seedless), raw|69 80.54 0.72 0.16 18.1 0.9 15.48|10 0.36 7 191 2 0.07|3.2 3 0 0|0 0.05 0.01 0.05|1 cup=151|F|sci=Vitis vinifera
9150|9|Lemons, raw, without peel|29 88.98 1.1 0.3 9.32 2.8 2.5|26 0.6 8 138 2 0.06|53 1 0 0|0 0.04 0.01 0.09|1 fruit=58||sci=Citrus limon
9176|9|Mangos, raw|60 83.46 0.82 0.38 14.98 1.6 13.3|11 0.16 10 168 1 0.09|36.4 54 0 0|0 0.09 0.14 0.07|1 cup, pieces=165|F|sci=Mangifera indica
9200|9|Oranges, raw, all commercial varieties|47 86.75 0.94 0.12 11.75 2.4 9.35|40 0.1 10 181 0 0.07|53.2 11 0 0|0 0.02 0.02 0.03|1 fruit=131|F|sci=Citrus sinensis
9206|9|Orange juice, raw|45 88.3 0.7 0.2 10.4 0.2 8.4|11 0.2 11 200 1 0.05|50 10 0 0|0 0.02 0.04 0.04|1 cup=248|F|sci=Citrus sinensis
9236|9|Peaches, yellow, raw|39 88.87 0.91 0.25 9.54 1.5 8|6 0.25 9 190 0 0.17|6.6 16 0 0|0 0.02 0.07 0.09|1 medium=150|F|sci=Prunus persica
9252|9|Pears, raw|57 83.96 0.36 0.14 15.23 3.1 9.75|9 0.18 7 116 1 0.1|4.3 1 0 0|0 0.02 0.08 0.09|1 medium=178|F|sci=Pyrus communis
9266|9|Pineapple, raw, all varieties|50 86 0.54 0.12 13.12 1.4 9.85|13 0.29 12 109 1 0.12|47.8 3 0 0|0 0.01 0.01 0.04|1 cup, chunks=165|F|sci=Ananas comosus
9298|9|Raisins, dark, seedless|299 15.43 3.07 0.46 79.18 3.7 59.19|50 1.88 32 749 11 0.22|2.3 0 0 0|0 0.06 0.05 0.04|1 small box=43||sci=Vitis vinifera
9302|9|Raspberries, raw|52 85.75 1.2 0.65 11.94 6.5 4.42|25 0.69 22 151 1 0.42|26.2 2 0 0|0 0.02 0.06 0.38|1 cup=123|F|sci=Rubus spp.
9316|9|Strawberries, raw|32 90.95 0.67 0.3 7.68 2 4.89|16 0.41 13 153 1 0.14|58.8 1 0 0|0 0.02 0.04 0.16|1 cup, halves=152|F|sci=Fragaria X ananassa
9326|9|Watermelon, raw|30 91.45 0.61 0.15 7.55 0.4 6.2|7 0.24 10 112 1 0.1|8.1 28 0 0|0 0.02 0.04 0.05|1 cup, diced=152||sci=Citrullus lanatus
11011|11|Asparagus, raw|20 93.22 2.2 0.12 3.88 2.1 1.88|24 2.14 14 202 2 0.54|5.6 38 0 0|0 0.04 0 0.05|1 spear, medium=16||sci=Asparagus officinalis
11052|11|Beans, snap, green, raw|31 90.32 1.83 0.22 6.97 2.7 3.26|37 1.03 25 211 6 0.24|12.2 35 0 0|0 0.05 0.01 0.11|1 cup=100|F|sci=Phaseolus vulgaris;common=string beans
11090|11|Broccoli, raw|34 89.3 2.82 0.37 6.64 2.6 1.7|47 0.73 21 316 33 0.41|89.2 31 0 0|0 0.11 0.03 0.11|1 cup, chopped=91|F|sci=Brassica oleracea var. italica
11109|11|Cabbage, raw|25 92.18 1.28 0.1 5.8 2.5 3.2|40 0.47 12 170 18 0.18|36.6 5 0 0|0 0.03 0.02 0.02|1 cup, shredded=70|F|sci=Brassica oleracea (Capitata Group)
11124|11|Carrots, raw|41 88.29 0.93 0.24 9.58 2.8 4.74|33 0.3 12 320 69 0.24|5.9 835 0 0|0 0.03 0.01 0.1|1 medium=61;1 cup, grated=110|F|sci=Daucus carota
11135|11|Cauliflower, raw|25 92.07 1.92 0.28 4.97 2 1.91|22 0.42 15 299 30 0.27|48.2 0 0 0|0 0.13 0.03 0.03|1 cup, chopped=107|F|sci=Brassica oleracea var. botrytis
11143|11|Celery, raw|14 95.43 0.69 0.17 2.97 1.6 1.34|40 0.2 11 260 80 0.13|3.1 22 0 0|0 0.04 0.03 0.08|1 stalk=40|F|sci=Apium graveolens
11167|11|Corn, sweet, yellow, raw|86 76.05 3.27 1.35 18.7 2 6.26|2 0.52 37 270 15 0.46|6.8 9 0 0|0 0.33 0.43 0.49|1 ear=90||sci=Zea mays
11205|11|Cucumber, with peel, raw|15 95.23 0.65 0.11 3.63 0.5 1.67|16 0.28 13 147 2 0.2|2.8 5 0 0|0 0.04 0.01 0.03|1 cup, slices=104|F|sci=Cucumis sativus
11215|11|Garlic, raw|149 58.58 6.36 0.5 33.06 2.1 1|181 1.7 25 401 17 1.16|31.2 0 0 0|0 0.09 0.01 0.25|1 clove=3||sci=Allium sativum
11233|11|Kale, raw|35 89.63 2.92 1.49 4.42 4.1 0.3|254 1.6 33 348 53 0.39|93.4 241 0 0|0 0.18 0.1 0.67|1 cup, chopped=21|F|sci=Brassica oleracea (Acephala Group)
11251|11|Lettuce, cos or romaine, raw|17 94.61 1.23 0.3 3.29 2.1 1.19|33 0.97 14 247 8 0.23|4 436 0 0|0 0.04 0.01 0.16|1 cup, shredded=47|F|sci=Lactuca sativa var. longifolia
11252|11|Lettuce, iceberg (includes crisphead types), raw|14 95.64 0.9 0.14 2.97 1.2 1.7|18 0.41 7 141 10 0.15|2.8 25 0 0|0 0.02 0.01 0.07|1 cup, shredded=72||sci=Lactuca sativa var. capitata
11260|11|Mushrooms, white, raw|22 92.45 3.09 0.34 3.26 1 1.98|3 0.5 9 318 5 0.52|2.1 0 0.04 0.2|0 0.05 0 0.16|1 cup, sliced=70|F|sci=Agaricus bisporus
11282|11|Onions, raw|40 89.11 1.1 0.1 9.34 1.7 4.24|23 0.21 10 146 4 0.17|7.4 0 0 0|0 0.04 0.01 0.02|1 medium=110|F|sci=Allium cepa
11304|11|Peas, green, raw|81 78.86 5.42 0.4 14.45 5.7 5.67|25 1.47 33 244 5 1.24|40 38 0 0|0 0.07 0.04 0.19|1 cup=145||sci=Pisum sativum
11352|11|Potatoes, flesh and skin, raw|77 79.25 2.05 0.09 17.49 2.1 0.82|12 0.81 23 425 6 0.3|19.7 0 0 0|0 0.03 0 0.04|1 medium=213|F|sci=Solanum tuberosum
11457|11|Spinach, raw|23 91.4 2.86 0.39 3.63 2.2 0.42|99 2.71 79 558 79 0.53|28.1 469 0 0|0 0.06 0.01 0.17|1 cup=30|F|sci=Spinacia oleracea
11507|11|Sweet potato, raw, unprepared|86 77.28 1.57 0.05 20.12 3 4.18|30 0.61 25 337 55 0.3|2.4 709 0 0|0 0.02 0 0.01|1 medium=130|F|sci=Ipomoea batatas
11529|11|Tomatoes, red, ripe, raw, year round average|18 94.52 0.88 0.2 3.89 1.2 2.63|10 0.27 11 237 5 0.17|13.7 42 0 0|0 0.03 0.03 0.08|1 medium=123;1 cup, chopped=180|F|sci=Solanum lycopersicum
11821|11|Peppers, sweet, red, raw|31 92.21 0.99 0.3 6.03 2.1 3.9|7 0.43 12 211 4 0.25|127.7 157 0 0|0 0.06 0.01 0.07|1 medium=119|F|sci=Capsicum annuum;common=bell pepper
11935|11|Catsup|101 68.51 1.04 0.1 27.4 0.3 21.27|15 0.35 13 281 907 0.17|4.1 26 0 0|0 0.01 0.02 0.04|1 tbsp=17||common=ketchup;539=17
11937|11|Pickles, cucumber, dill or kosher dill|12 94.08 0.48 0.3 2.41 1 1.28|57 0.26 7 117 809 0.11|2.3 9 0 0|0 0.08 0.01 0.1|1 spear=35|F|
12006|12|Seeds, chia seeds, dried|486 5.8 16.54 30.74 42.12 34.4 0|631 7.72 335 407 16 4.58|1.6 0 0 0|0 3.33 2.31 23.67|1 oz=28.35||sci=Salvia hispanica
12036|12|Seeds, sunflower seed kernels, dried|584 4.73 20.78 51.46 20 8.6 2.62|78 5.25 325 645 9 5|1.4 3 0 0|0 4.46 18.53 23.14|1 cup=140|F|sci=Helianthus annuus
12061|12|Nuts, almonds|579 4.41 21.15 49.93 21.55 12.5 4.35|269 3.71 270 733 1 3.12|0 0 0 0|0 3.8 31.55 12.33|1 oz=28.35;1 cup, whole=143|F|sci=Prunus dulcis
12087|12|Nuts, cashew nuts, raw|553 5.2 18.22 43.85 30.19 3.3 5.91|37 6.68 292 660 12 5.78|0.5 0 0 0|0 7.78 23.8 7.85|1 oz=28.35||sci=Anacardium occidentale
12142|12|Nuts, pecans|691 3.52 9.17 71.97 13.86 9.6 3.97|70 2.53 121 410 0 4.53|1.1 3 0 0|0 6.18 40.8 21.61|1 oz=28.35|F|sci=Carya illinoinensis
12155|12|Nuts, walnuts, english|654 4.07 15.23 65.21 13.71 6.7 2.61|98 2.91 158 441 2 3.09|1.3 1 0 0|0 6.13 8.93 47.17|1 oz=28.35|F|sci=Juglans regia
14003|14|Alcoholic beverage, beer, regular, all|43 91.96 0.46 0 3.55 0 0|4 0.02 6 27 4 0.01|0 0 0.02 0|0 0 0 0|1 can=356||221=3.9
14091|14|Beverages, almond milk, unsweetened, shelf stable|15 96.8 0.4 1.1 1.31 0.2 0.81|184 0.28 6 67 72 0.06|0 0 0 1|0 0.08 0.7 0.28|1 cup=262|F|
14209|14|Beverages, coffee, brewed, prepared with tap water|1 99.39 0.12 0.02 0 0 0|2 0.01 3 49 2 0.02|0 0 0 0|0 0 0.02 0|1 cup=237||262=40
14355|14|Beverages, tea, black, brewed, prepared with tap water|1 99.7 0 0 0.3 0 0|0 0.02 3 37 3 0.02|0 0 0 0|0 0 0 0|1 cup=237||262=20
14400|14|Beverages, carbonated, cola, regular|42 89.4 0 0.25 10.36 0 9.97|1 0.02 0 2 3 0.01|0 0 0 0|0 0 0 0|1 can=370||262=9;539=9.97
14411|14|Beverages, water, tap, drinking|0 99.9 0 0 0 0 0|3 0 1 0 4 0.01|0 0 0 0|0 0 0 0|1 cup=237||
8120|8|Cereals, oats, regular and quick, not fortified, dry|379 10.84 13.15 6.52 67.7 10.1 0.99|52 4.25 138 362 6 3.64|0 0 0 0|0 1.11 1.98 2.3|0.5 cup=40|F|sci=Avena sativa;common=oatmeal, rolled oats
8020|8|Cereals ready-to-eat, corn flakes|357 4 7.5 0.4 84.1 3.3 9.5|5 28.9 39 168 729 1|21 500 5.4 4.5|0 0.1 0.1 0.2|1 cup=28||539=9
16015|16|Beans, black, mature seeds, cooked, boiled, without salt|132 65.74 8.86 0.54 23.71 8.7 0.32|27 2.1 70 355 1 1.12|0 0 0 0|0 0.14 0.05 0.23|1 cup=172|F|sci=Phaseolus vulgaris
16028|16|Beans, kidney, all types, mature seeds, cooked, boiled, without salt|127 66.94 8.67 0.5 22.8 6.4 0.32|35 2.22 42 405 1 1|1.2 0 0 0|0 0.07 0.04 0.28|1 cup=177|F|sci=Phaseolus vulgaris
16057|16|Chickpeas (garbanzo beans, bengal gram), mature seeds, cooked, boiled, without salt|164 60.21 8.86 2.59 27.42 7.6 4.8|49 2.89 48 291 7 1.53|1.3 1 0 0|0 0.27 0.58 1.16|1 cup=164|F|sci=Cicer arietinum;common=garbanzos
16070|16|Lentils, mature seeds, cooked, boiled, without salt|116 69.64 9.02 0.38 20.13 7.9 1.8|19 3.33 36 369 2 1.27|1.5 0 0 0|0 0.05 0.06 0.18|1 cup=198||sci=Lens culinaris
16087|16|Peanuts, all types, raw|567 6.5 25.8 49.24 16.13 8.5 4.72|92 4.58 168 705 18 3.27|0 0 0 0|0 6.28 24.43 15.56|1 oz=28.35|F|sci=Arachis hypogaea
16098|16|Peanut butter, smooth style, with salt|598 1.23 22.21 51.36 22.31 5 10.49|49 1.74 168 558 426 2.51|0 0 0 0|0 10.33 25.94 12.53|2 tbsp=32|F|539=5
16123|16|Soy sauce made from soy and wheat (shoyu)|53 71.15 8.14 0.57 4.93 0.8 0.4|33 1.45 74 435 5493 0.87|0 0 0 0|0 0.07 0.09 0.26|1 tbsp=16||
16158|16|Hummus, commercial|237 57.4 7.78 17.82 15.01 5.5 0.62|47 2.54 71 312 426 1.83|0 1 0 0|0 2.56 5.34 8.81|1 tbsp=15|F|
16222|16|Soymilk, unsweetened, plain, shelf stable|33 93.1 2.86 1.61 1.74 0.5 0.4|122 0.5 15 124 37 0.26|0 60 1.1 1.1|0 0.21 0.38 0.86|1 cup=243|F|
16426|16|Tofu, raw, firm, prepared with calcium sulfate|144 69.83 17.27 8.72 2.78 2.3 0.4|683 2.66 58 237 14 1.57|0.2 8 0 0|0 1.26 1.93 4.92|0.5 cup=126||
18064|18|Bread, whole-wheat, commercially prepared|252 38.96 12.45 3.5 42.71 6 4.34|161 2.47 75 254 455 1.77|0 0 0 0|0 0.72 0.62 1.6|1 slice=32|F|539=3
18069|18|Bread, white, commercially prepared|266 36.4 8.85 3.33 49.4 2.7 5.67|211 3.6 27 126 477 0.88|0 0 0 0|0 0.7 0.6 1.6|1 slice=29|F|539=4.3
18001|18|Bagels, plain, enriched|264 35.8 10.56 1.32 50.9 2.2 5.9|89 3.9 29 104 451 0.9|0 0 0 0|0 0.37 0.33 0.55|1 bagel=105||539=4
18350|18|Rolls, hamburger or hotdog, plain|279 34.5 9.77 3.91 50.12 1.8 6.35|134 3.46 26 122 479 0.82|0 0 0 0|0 1.09 0.86 1.55|1 roll=44||539=5
18364|18|Tortillas, ready-to-bake or -fry, flour|306 31.8 8.2 7.7 50.1 3 3.5|146 3.3 22 125 736 0.6|0 0 0 0|0 2.9 2.3 1.5|1 tortilla=49||539=2
18159|18|Cookies, chocolate chip, commercially prepared, regular|488 4.1 5.1 24.3 64.9 2.5 33.2|20 3.4 42 170 330 0.7|0 0 0 0|0 9.6 8.3 3.2|1 cookie=15||605=0.2;539=32
18228|18|Crackers, saltines|418 5.1 9.46 8.64 74.03 2.8 1.73|19 5.57 23 152 941 0.69|0 0 0 0|0 1.45 1.9 4.6|5 crackers=14.9||539=1.2
19034|25|Snacks, popcorn, air-popped|387 3.3 12.94 4.54 77.78 14.5 0.87|7 3.19 144 329 8 3.08|0 10 0 0|0 0.64 0.95 2.32|1 cup=8||
19056|25|Snacks, tortilla chips, plain, salted|497 2.2 7.1 22.3 66.3 4.8 0.9|175 1.6 84 198 328 1.3|0 0 0 0|0 2.5 9.1 8.7|1 oz=28.35||
19411|25|Snacks, potato chips, plain, salted|532 2.3 6.39 33.98 53.83 3.1 0.33|21 1.28 63 1196 527 1.09|21.6 0 0 0|0 3.41 19.3 9.1|1 oz=28.35||
19095|19|Ice creams, vanilla|207 61 3.5 11 23.6 0.7 21.22|128 0.09 14 199 80 0.69|0.6 118 0.39 0.2|44 6.79 2.97 0.45|0.5 cup=66||539=15
19120|19|Candies, milk chocolate|535 1.5 7.65 29.66 59.4 3.4 51.5|189 2.35 63 372 79 2.3|0 59 0.75 0|23 18.52 7.19 1.38|1 bar=44||262=20;539=44
19296|19|Honey|304 17.1 0.3 0 82.4 0.2 82.12|6 0.42 2 52 4 0.22|0.5 0 0 0|0 0 0 0|1 tbsp=21||539=82.12
19297|19|Jams and preserves|278 30.47 0.37 0.07 68.86 1.1 48.5|20 0.49 4 77 32 0.06|8.8 0 0 0|0 0.01 0.04 0|1 tbsp=20||539=40
19335|19|Sugars, granulated|387 0.02 0 0 99.98 0 99.8|1 0.05 0 2 1 0.01|0 0 0 0|0 0 0 0|1 tsp=4.2|F|539=99.8
19353|19|Syrups, maple|260 32.39 0.04 0.06 67.04 0 60.46|102 0.11 21 212 12 1.47|0 0 0 0|0 0.01 0.01 0.02|1 tbsp=20||539=60.46
19904|19|Chocolate, dark, 70-85% cacao solids|598 1.37 7.79 42.63 45.9 10.9 23.99|73 11.9 228 715 20 3.31|0 2 0.28 0|3 24.49 12.78 1.26|1 oz=28.35||262=80;539=22
20036|20|Rice, brown, long-grain, raw|367 11.8 7.54 3.2 76.25 3.6 0.66|9 1.29 116 250 5 2.13|0 0 0 0|0 0.59 1.05 1|1 cup=185|F|sci=Oryza sativa
20044|20|Rice, white, long-grain, regular, raw, enriched|365 11.62 7.13 0.66 79.95 1.3 0.12|28 4.31 25 115 5 1.09|0 0 0 0|0 0.18 0.21 0.18|1 cup=185|F|sci=Oryza sativa
20080|20|Wheat flour, whole-grain|340 10.74 13.21 2.5 71.97 10.7 0.41|34 3.6 137 363 2 2.6|0 0 0 0|0 0.43 0.28 1.17|1 cup=120|F|sci=Triticum aestivum
20081|20|Wheat flour, white, all-purpose, enriched, bleached|364 11.92 10.33 0.98 76.31 2.7 0.27|15 4.64 22 107 2 0.7|0 0 0 0|0 0.16 0.09 0.41|1 cup=125|F|sci=Triticum aestivum
20120|20|Pasta, dry, enriched|371 9.9 13.04 1.51 74.67 3.2 2.67|21 3.3 53 223 6 1.41|0 0 0 0|0 0.28 0.17 0.56|2 oz=57||
20137|20|Quinoa, cooked|120 71.61 4.4 1.92 21.3 2.8 0.87|17 1.49 64 172 7 1.09|0 0 0 0|0 0.23 0.53 1.08|1 cup=185||sci=Chenopodium quinoa
`;
