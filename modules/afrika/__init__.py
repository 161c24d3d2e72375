"""Afrika, second edition: the campaign in North Africa, 1940 to 1942."""
