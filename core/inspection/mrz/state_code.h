#pragma once
#include <cstddef>
#include <string_view>

namespace countersign {

// Whether a zone names an issuing state or a nationality by these three characters. ICAO Doc 9303,
// part 3 (eighth edition, 2021), section 5 takes the codes of ISO 3166-1 and adds some, such as D<<
// of Germany. RKS of Kosovo is in use and not among them. Pure.
inline bool is_state_code(std::string_view code) {
  static constexpr std::string_view kStateCodes =
      "ABW AFG AGO AIA ALA ALB AND ARE ARG ARM ASM ATA ATF ATG AUS AUT AZE BDI BEL BEN BES BFA "
      "BGD BGR BHR BHS BIH BLM BLR BLZ BMU BOL BRA BRB BRN BTN BVT BWA CAF CAN CCK CHE CHL CHN "
      "CIV CMR COD COG COK COL COM CPV CRI CUB CUW CXR CYM CYP CZE D<< DEU DJI DMA DNK DOM DZA "
      "ECU EGY ERI ESH ESP EST ETH EUE FIN FJI FLK FRA FRO FSM GAB GBD GBN GBO GBP GBR GBS GEO "
      "GGY GHA GIB GIN GLP GMB GNB GNQ GRC GRD GRL GTM GUF GUM GUY HKG HMD HND HRV HTI HUN IDN "
      "IMN IND IOT IRL IRN IRQ ISL ISR ITA JAM JEY JOR JPN KAZ KEN KGZ KHM KIR KNA KOR KWT LAO "
      "LBN LBR LBY LCA LIE LKA LSO LTU LUX LVA MAC MAF MAR MCO MDA MDG MDV MEX MHL MKD MLI MLT "
      "MMR MNE MNG MNP MOZ MRT MSR MTQ MUS MWI MYS MYT NAM NCL NER NFK NGA NIC NIU NLD NOR NPL "
      "NRU NZL OMN PAK PAN PCN PER PHL PLW PNG POL PRI PRK PRT PRY PSE PYF QAT REU RKS ROU RUS "
      "RWA SAU SDN SEN SGP SGS SHN SJM SLB SLE SLV SMR SOM SPM SRB SSD STP SUR SVK SVN SWE SWZ "
      "SXM SYC SYR TCA TCD TGO THA TJK TKL TKM TLS TON TTO TUN TUR TUV TWN TZA UGA UKR UMI UNA "
      "UNK UNO URY USA UTO UZB VAT VCT VEN VGB VIR VNM VUT WLF WSM XBA XCC XCE XCO XDC XEC XES "
      "XIM XMP XOM XPO XXA XXB XXC XXX YEM ZAF ZMB ZWE ";
  constexpr std::size_t kStep = 4;  // three characters and a blank
  for (std::size_t i = 0; i < kStateCodes.size(); i += kStep) {
    if (kStateCodes.substr(i, kStep - 1) == code) return true;
  }
  return false;
}

}  // namespace countersign
